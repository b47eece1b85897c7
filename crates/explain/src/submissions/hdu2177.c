// HDU 2177: Wythoff's game, a pair a <= b (up to 10^6) a record, until 0 0.
// Prints 0 if whoever is to move loses; else 1, and then the piles of each position that a winning
// move leaves, the smaller first: by the diagonal move, by taking from the larger pile, from the
// smaller. A position that two moves reach is printed once.
//
// Those positions are the cold ones, whose piles are a Wythoff pair. Each number is in one pair
// (partner), and each difference k has one pair (lower), whose smaller number is the least that no
// pair before it has. So two tables answer everything, and no golden ratio is rounded.
#include <stdio.h>

enum { LIMIT = 1000000 };

// The larger pile of the last pair is below 2.7 * LIMIT.
static int partner[LIMIT / 10 * 27], lower[LIMIT + 1];

int main(void) {
    int k, least = 1, a, b, p, low;
    for (k = 1; k <= LIMIT; k++) {
        while (partner[least])
            least++;
        lower[k] = least;
        partner[least] = least + k;
        partner[least + k] = least;
    }
    while (scanf("%d %d", &a, &b) == 2 && b > 0) {
        p = partner[a];
        low = lower[b - a];
        puts(p == b ? "0" : "1");
        if (low < a)
            printf("%d %d\n", low, low + b - a);
        if (p < b && !(p == low && a == low + b - a))
            printf("%d %d\n", a < p ? a : p, a < p ? p : a);
        if (partner[b] < a && a < b)
            printf("%d %d\n", partner[b], b);
    }
    return 0;
}
