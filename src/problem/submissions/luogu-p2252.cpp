// Luogu P2252: Wythoff's game, one pair, piles up to 10^9.
// Prints 0 if whoever is to move loses, else 1.
//
// A position is cold (whoever moves next loses) exactly if its smaller pile a is floor(d * phi), d
// the difference, phi the golden ratio (Wythoff). As phi * phi = phi + 1, a whole x >= 0 has
// x <= d * phi exactly if x * x <= d * (x + d). So with b = a + d it is that floor if
//     a * a <= d * b  and  (a + 1) * (a + 1) > d * (b + 1).
// The products stay below 2^64.
// The usual (int)(d * (sqrt(5.0) + 1) / 2) calls 165580140 267914295 hot; it is cold.
#include <cstdio>

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

static bool cold(u64 a, u64 b) {
    if (a > b)
        return cold(b, a);
    u64 d = b - a;
    return a * a <= d * b && (a + 1) * (a + 1) > d * (b + 1);
}

int main() {
    u64 a, b;
    if (read_number(a) && read_number(b))
        std::puts(cold(a, b) ? "0" : "1");
    return 0;
}
