// UVa 11249, Game: Wythoff's game, except that the two numbers taken from both piles may differ by
// up to K. A number of cases, each K, Q and Q pairs of piles. Prints LOSING if whoever is to move
// loses, else WINNING, and an empty line after each case.
//
// With r = K + 1, whoever is to move loses exactly at a = floor(n * t), b = a + r * n, n = 0, 1, ...,
// where t = (2 - r + sqrt(r * r + 4)) / 2 (Fraenkel). As t * t = (2 - r) * t + r, a whole x >= 0 with
// y = x + r * n has x <= n * t exactly if x * y <= n * (x + y). So a is that floor if
//     a * b <= n * (a + b)  and  (a + 1) * (b + 1) > n * (a + b + 2).
// The last two are computed from the first two, in 128 bits: any 64-bit numbers will do.
// With K = 0, double fails at 165580140 267914295, where whoever is to move loses.
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

static Wide operator+(Wide x, Wide y) {
    x = x + y.low;
    x.high += y.high;
    return x;
}

static bool operator<(Wide x, Wide y) {
    return x.high != y.high ? x.high < y.high : x.low < y.low;
}

static bool cold(u64 k, u64 a, u64 b) {
    if (a > b)
        return cold(k, b, a);
    u64 d = b - a;
    if (d <= k) // d < r, so that only n = 0 is left
        return b == 0;
    if (d % (k + 1) != 0)
        return false;
    u64 n = d / (k + 1);
    Wide left = multiply(a, b), right = multiply(n, a) + multiply(n, b);
    return !(right < left) && right + n + n < left + a + b + 1;
}

int main() {
    std::string out;
    u64 cases = 0, k, q, a, b;
    read_number(cases);
    while (cases-- > 0 && read_number(k) && read_number(q)) {
        while (q-- > 0 && read_number(a) && read_number(b))
            out += cold(k, a, b) ? "LOSING\n" : "WINNING\n";
        out += '\n';
    }
    std::fwrite(out.data(), 1, out.size(), stdout);
    return 0;
}
