// HAUT 1297, Return of the Nim: a number T and then T times n and n piles. Two piles are Wythoff's
// game, any other number of them is Nim. Prints Watson if whoever is to move loses, else Sherlock.
//
// Nim is lost by whoever is to move exactly if the xor of the piles is 0 (Bouton), Wythoff's game
// exactly if the smaller pile a is floor(d * phi), d the difference, phi the golden ratio. As
// phi * phi = phi + 1, a whole x >= 0 has x <= d * phi exactly if x * x <= d * (x + d). So with
// b = a + d it is that floor if
//     a * a <= d * b  and  (a + 1) * (a + 1) > d * (b + 1).
// The last two are d * b + d and a * a + a + a + 1, in 128 bits: any 64-bit piles will do.
// The usual (int)(d * (sqrt(5.0) + 1) / 2) calls 165580140 267914295 hot; it is cold.
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

// A number below 2^128, as the oldest compilers have no wider type than 64 bits.
struct Wide {
    u64 high, low;
};

static Wide multiply(u64 a, u64 b) {
    const u64 half = 0xffffffffu;
    u64 low = (a & half) * (b & half);
    u64 middle = (a >> 32) * (b & half) + (low >> 32);
    u64 other = (a & half) * (b >> 32) + (middle & half);
    Wide product;
    product.high = (a >> 32) * (b >> 32) + (middle >> 32) + (other >> 32);
    product.low = (other << 32) | (low & half);
    return product;
}

static Wide operator+(Wide x, u64 n) {
    x.low += n;
    x.high += x.low < n;
    return x;
}

static bool operator<(Wide x, Wide y) {
    return x.high != y.high ? x.high < y.high : x.low < y.low;
}

static bool cold(u64 a, u64 b) {
    if (a > b)
        return cold(b, a);
    u64 d = b - a;
    return !(multiply(d, b) < multiply(a, a)) &&
           multiply(d, b) + d < multiply(a, a) + a + a + 1;
}

int main() {
    std::string out;
    u64 cases = 0, n;
    read_number(cases);
    while (cases-- > 0 && read_number(n)) {
        std::vector<u64> piles(n);
        u64 nim_sum = 0;
        for (std::size_t i = 0; i < n && read_number(piles[i]); i++)
            nim_sum ^= piles[i];
        bool lost = n == 2 ? cold(piles[0], piles[1]) : nim_sum == 0;
        out += lost ? "Watson\n" : "Sherlock\n";
    }
    std::fwrite(out.data(), 1, out.size(), stdout);
    return 0;
}
