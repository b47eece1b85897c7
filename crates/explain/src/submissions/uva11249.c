// UVa 11249, Game: Wythoff's game, except that the two numbers taken from both piles may differ by
// up to K. The number of cases; each has K, Q and Q pairs. Prints LOSING if whoever is to move
// loses, else WINNING, and an empty line after each case.
//
// With r = K + 1, whoever is to move loses exactly at a = floor(n * t), b = a + r * n, n = 0, 1, ...,
// where t = s - r + 1 and s = (r + sqrt(r * r + 4)) / 2 (Fraenkel). As s = r + 1 / s, a whole x > 0
// has x > n * s exactly if x > n * r and not n > (x - n * r) * s. That takes no number above 2^64.
#include <stdio.h>

typedef unsigned long long u64;

// Whether x > n * s.
static int exceeds(u64 r, u64 x, u64 n) {
    return n <= x / r && x > n * r && !exceeds(r, n, x - n * r);
}

// Whether x > n * t, which is x + (r - 1) * n > n * s.
static int above(u64 r, u64 x, u64 n) {
    return x > n && !exceeds(r, n, x - n);
}

static int cold(u64 k, u64 a, u64 b) {
    u64 r = k + 1, n;
    if (a > b)
        return cold(k, b, a);
    if (b - a <= k) // less than r, so n is 0
        return b == 0;
    n = (b - a) / r;
    return (b - a) % r == 0 && !above(r, a, n) && above(r, a + 1, n);
}

int main(void) {
    u64 cases, k, q, a, b;
    if (scanf("%llu", &cases) != 1)
        return 0;
    while (cases-- > 0 && scanf("%llu %llu", &k, &q) == 2) {
        while (q-- > 0 && scanf("%llu %llu", &a, &b) == 2)
            puts(cold(k, a, b) ? "LOSING" : "WINNING");
        puts("");
    }
    return 0;
}
