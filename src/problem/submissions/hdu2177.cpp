// HDU 2177: Wythoff's game, a pair a <= b (up to 10^6) a record, until 0 0.
// Prints 0 if whoever is to move loses; else 1, and then the piles of each position that a winning
// move leaves, the smaller first: by the diagonal move, by taking from the larger pile, from the
// smaller. A position that two moves reach is printed once.
//
// Those positions are the cold ones, whose piles are a Wythoff pair. Each number is in one pair
// (partner[]), and each difference k has one pair (lower[]), whose smaller number is the least that no
// pair before it has. So two tables answer everything, and no golden ratio is rounded.
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

typedef unsigned long long u64;

static char buffer[1 << 16];
static std::size_t filled, next;

static int next_byte() {
    if (next == filled) {
        filled = std::fread(buffer, 1, sizeof buffer, stdin);
        next = 0;
        if (filled == 0)
            return -1;
    }
    return (unsigned char)buffer[next++];
}

// The next number, after whatever is none; false at the end of the input.
static bool read_number(u64 &number) {
    int c = next_byte();
    while (c != -1 && (c < '0' || c > '9'))
        c = next_byte();
    if (c == -1)
        return false;
    for (number = 0; c >= '0' && c <= '9'; c = next_byte())
        number = number * 10 + (c - '0');
    return true;
}

static void append(std::string &out, u64 number) {
    char digits[20];
    int first = 20;
    do
        digits[--first] = char('0' + number % 10);
    while (number /= 10);
    out.append(digits + first, 20 - first);
}

static void append(std::string &out, u64 smaller, u64 larger) {
    append(out, smaller);
    out += ' ';
    append(out, larger);
    out += '\n';
}

int main() {
    std::vector<u64> piles;
    u64 a, b, limit = 0;
    while (read_number(a) && read_number(b) && (a > 0 || b > 0)) {
        piles.push_back(std::min(a, b));
        piles.push_back(std::max(a, b));
        limit = std::max(limit, piles.back());
    }

    // 0 stands for no pair yet, limit + 1 for more than any pile.
    std::vector<unsigned> partner(limit + 1, 0), lower(limit + 1, limit + 1);
    lower[0] = 0;
    for (unsigned k = 1, least = 1; least <= limit; k++) {
        lower[k] = least;
        partner[least] = least + k;
        if (least + k <= limit)
            partner[least + k] = least;
        while (least <= limit && partner[least] != 0)
            least++;
    }

    std::string out;
    for (std::size_t i = 0; i < piles.size(); i += 2) {
        a = piles[i];
        b = piles[i + 1];
        u64 p = partner[a], d = b - a, diagonal = lower[d];
        out += p == b ? "0\n" : "1\n";
        if (diagonal < a)
            append(out, diagonal, diagonal + d);
        if (p < b && !(diagonal == p && diagonal + d == a))
            append(out, std::min(a, p), std::max(a, p));
        if (partner[b] < a && a != b)
            append(out, partner[b], b);
    }
    std::fwrite(out.data(), 1, out.size(), stdout);
    return 0;
}
