// Writes N pairs of piles up to 10^9 to standard output, the same ones in every run.
//
// Usage: make_pairs N     (at least 72)
//
// First 18 differences d with d * phi next to a whole number, four lines each: the cold pair, its
// mirror, both piles plus one (hot), and its mirror. Then seven of eight lines, by chance, are
// uniform; the others are cold, or one off in one pile.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { PILE_MAX = 1000000000, D_MAX = 381966010 }; // of the last cold pair that stays below PILE_MAX

static const uint32_t close_calls[] = {
    // Just below a whole number: the 14 at which the formula in doubles fails.
    102334155, 141422324, 180510493, 204668310, 219598662, 243756479, 267914296,
    282844648, 307002465, 321932817, 336863169, 346090634, 361020986, 370248451,
    // Just above one: the four that are nearest. A ratio that is a little too small fails here.
    165580141, 331160282, 63245986, 228826127,
};

// SplitMix64 (Steele, Lea, Flood 2014).
static uint64_t state = 1;
static uint64_t next(void) {
    uint64_t z = state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}
static uint64_t below(uint64_t n) { return (unsigned __int128)next() * n >> 64; }

// floor(d * phi) of a d below 2^30: the root of x * x - x * d - d * d, next to where doubles put it.
static int64_t lower(int64_t d) {
    int64_t x = d * 1.618033988749895;
    while (x * (x - d) > d * d) x--;
    while ((x + 1) * (x + 1 - d) <= d * d) x++;
    return x;
}

static void put(int64_t a, int64_t b, int mirrored) {
    char line[48], *end = line + sizeof line, *p = end;
    int64_t piles[2] = {mirrored ? b : a, mirrored ? a : b};
    for (int i = 1; i >= 0; i--) {
        *--p = i ? '\n' : ' ';
        int64_t x = piles[i];
        do *--p = '0' + x % 10;
        while (x /= 10);
    }
    fwrite(p, 1, end - p, stdout);
}

int main(int argc, char **argv) {
    int64_t n = argc == 2 ? atoll(argv[1]) : 0;
    int64_t known = 4 * (sizeof close_calls / sizeof *close_calls);
    if (n < known) {
        fputs("usage: make_pairs N, at least 72\n", stderr);
        return 2;
    }
    // Small writes leave a cache of single pages, which is slow to map for every program that maps.
    // (glibc minds the size only of a buffer that it is given.)
    static char buffer[1 << 20];
    setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
    for (int64_t i = 0; i < known; i++) {
        int64_t d = close_calls[i / 4], a = lower(d) + (i % 4 >= 2);
        put(a, a + d, i % 2);
    }
    for (int64_t i = known; i < n; i++) {
        if (below(8)) {
            put(below(PILE_MAX + 1), below(PILE_MAX + 1), 0);
            continue;
        }
        static const int8_t off[][2] = {{0, 0}, {0, 0}, {1, 0}, {-1, 0}, {0, 1}, {0, -1}, {0, 0}, {0, 0}};
        const int8_t *o = off[below(8)];
        int64_t d = 1 + below(D_MAX), a = lower(d);
        put(a + o[0], a + d + o[1], below(2));
    }
    if (fflush(stdout) || ferror(stdout)) {
        perror("make_pairs");
        return 1;
    }
}
