// HDU 2176: Nim; a case is n and n piles (n up to 200000), until n is 0.
// Prints No if whoever is to move loses; else Yes, and for each pile with a winning move a line:
// the pile, and what to leave of it.
//
// Whoever is to move loses exactly if the xor of the piles is 0 (Bouton). So a winning move in a pile
// must leave the xor of the others there, pile ^ nim_sum, and that must be less than the pile.
#include <stdio.h>

static int piles[200000];

int main(void) {
    int n, i;
    while (scanf("%d", &n) == 1 && n > 0) {
        int nim_sum = 0;
        for (i = 0; i < n && scanf("%d", &piles[i]) == 1; i++)
            nim_sum ^= piles[i];
        puts(nim_sum == 0 ? "No" : "Yes");
        for (i = 0; i < n; i++)
            if ((piles[i] ^ nim_sum) < piles[i])
                printf("%d %d\n", piles[i], piles[i] ^ nim_sum);
    }
    return 0;
}
