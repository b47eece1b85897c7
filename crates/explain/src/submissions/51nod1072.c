// 51Nod 1072: Wythoff's game, piles up to 2 * 10^6, a number T and then T pairs.
// Prints B if whoever is to move loses, else A.
//
// Whoever is to move loses exactly if the smaller pile is floor(d * phi), d the difference of the
// piles, phi the golden ratio (Wythoff). As phi = 1 + 1 / phi, a whole x > 0 has x > d * phi exactly
// if x > d and not d > (x - d) * phi. That takes subtractions only.
#include <stdio.h>

// Whether x > d * phi.
static int exceeds(int x, int d) {
    return x > d && !exceeds(d, x - d);
}

static int cold(int a, int b) {
    if (a > b)
        return cold(b, a);
    return !exceeds(a, b - a) && exceeds(a + 1, b - a);
}

int main(void) {
    int cases = 0, a, b;
    if (scanf("%d", &cases) != 1)
        return 0;
    while (cases-- > 0 && scanf("%d %d", &a, &b) == 2)
        puts(cold(a, b) ? "B" : "A");
    return 0;
}
