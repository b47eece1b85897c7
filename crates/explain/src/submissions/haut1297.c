// HAUT 1297, Return of the Nim: T, and for each of T cases n, a prime, and n piles. A move takes from
// one pile, or the same number from all. Prints Watson if whoever is to move loses, else Sherlock.
//
// With an odd n whoever is to move loses exactly if the xor of the piles is 0, as in Nim (Bouton):
// taking k from all flips the lowest 1 bit of k in each pile, so in the xor, too. Two piles are
// Wythoff's game, lost exactly if the smaller one is floor(d * phi), d the difference of the piles,
// phi the golden ratio. As phi = 1 + 1 / phi, a whole x > 0 has x > d * phi exactly if x > d and
// not d > (x - d) * phi. That takes subtractions only.
// The usual (int)(d * (sqrt(5.0) + 1) / 2) calls 165580140 267914295 hot; it is cold.
#include <stdio.h>

// Whether x > d * phi.
static int exceeds(unsigned x, unsigned d) {
    return x > d && !exceeds(d, x - d);
}

static int cold(unsigned a, unsigned b) {
    if (a > b)
        return cold(b, a);
    return !exceeds(a, b - a) && exceeds(a + 1, b - a);
}

int main(void) {
    unsigned cases, n, i, pile;
    if (scanf("%u", &cases) != 1)
        return 0;
    while (cases-- > 0 && scanf("%u", &n) == 1) {
        unsigned nim_sum = 0;
        for (i = 0; i < n && scanf("%u", &pile) == 1; i++)
            nim_sum ^= pile;
        // Of two piles, the last one and the xor give the first.
        puts((n == 2 ? cold(nim_sum ^ pile, pile) : nim_sum == 0) ? "Watson" : "Sherlock");
    }
    return 0;
}
