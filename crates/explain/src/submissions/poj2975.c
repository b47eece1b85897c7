// POJ 2975 and HDU 1850: Nim; a case is n (up to 1000) and n piles, until n is 0.
// Prints the number of winning first moves.
//
// Whoever is to move loses exactly if the xor of the piles is 0 (Bouton). So a winning move in a pile
// must leave the xor of the others there, pile ^ nim_sum, and that must be less than the pile.
#include <stdio.h>

static int piles[1000];

int main(void) {
    int n, i;
    while (scanf("%d", &n) == 1 && n > 0) {
        int nim_sum = 0, count = 0;
        for (i = 0; i < n && scanf("%d", &piles[i]) == 1; i++)
            nim_sum ^= piles[i];
        for (i = 0; i < n; i++)
            count += (piles[i] ^ nim_sum) < piles[i];
        printf("%d\n", count);
    }
    return 0;
}
