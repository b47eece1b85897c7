// HDU 1849: Nim, n and n piles until n is 0.
// Prints "Grass Win!" if whoever is to move loses, else "Rabbit Win!".
//
// Whoever is to move loses exactly if the xor of the piles is 0 (Bouton).
#include <cstdio>
#include <string>

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

int main() {
    std::string out;
    u64 n, pile;
    while (read_number(n) && n > 0) {
        u64 nim_sum = 0;
        while (n-- > 0 && read_number(pile))
            nim_sum ^= pile;
        out += nim_sum == 0 ? "Grass Win!\n" : "Rabbit Win!\n";
    }
    std::fwrite(out.data(), 1, out.size(), stdout);
    return 0;
}
