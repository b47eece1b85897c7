// HDU 2176: Nim, n and n piles (n up to 200000) until n is 0.
// Prints No if whoever is to move loses; else Yes, and for each pile with a winning move a line:
// the pile, and what to leave of it.
//
// Whoever is to move loses exactly if the xor of the piles is 0 (Bouton). So a winning move in a pile
// must leave the xor of the others there, pile ^ nim_sum, and that must be less than the pile.
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

int main() {
    std::string out;
    u64 n;
    while (read_number(n) && n > 0) {
        std::vector<u64> piles(n);
        u64 nim_sum = 0;
        for (std::size_t i = 0; i < n && read_number(piles[i]); i++)
            nim_sum ^= piles[i];
        out += nim_sum == 0 ? "No\n" : "Yes\n";
        for (std::size_t i = 0; i < piles.size(); i++) {
            if ((piles[i] ^ nim_sum) < piles[i]) {
                append(out, piles[i]);
                out += ' ';
                append(out, piles[i] ^ nim_sum);
                out += '\n';
            }
        }
    }
    std::fwrite(out.data(), 1, out.size(), stdout);
    return 0;
}
