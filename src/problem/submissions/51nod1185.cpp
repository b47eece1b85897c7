// 51Nod 1185: Wythoff's game, piles up to 10^18, a number T and then T pairs.
// Prints B if whoever is to move loses, else A.
//
// A position is cold (whoever moves next loses) exactly if its smaller pile a is floor(d * phi), d
// the difference, phi the golden ratio (Wythoff). As phi * phi = phi + 1, a whole x >= 0 has
// x <= d * phi exactly if x * x <= d * (x + d). So with b = a + d it is that floor if
//     a * a <= d * b  and  (a + 1) * (a + 1) > d * (b + 1).
// The products need 128 bits; the last two are written as d * b + d and a * a + a + a + 1.
// Double fails from 165580140 267914295 on, the x87 long double from 7778742048 12586269024 on,
// and 27 decimals of phi from 72723460248141 117669030460994 on; all are cold.
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
    u64 cases = 0, a, b;
    read_number(cases);
    while (cases-- > 0 && read_number(a) && read_number(b))
        out += cold(a, b) ? "B\n" : "A\n";
    std::fwrite(out.data(), 1, out.size(), stdout);
    return 0;
}
