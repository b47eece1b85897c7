// Luogu P2197: Nim. The input is T, and for each of T cases n and n piles.
// Prints No if whoever is to move loses, else Yes.
//
// Whoever is to move loses exactly if the xor of the piles is 0 (Bouton).
#include <stdio.h>

int main(void) {
    int cases = 0, n, pile;
    if (scanf("%d", &cases) != 1)
        return 0;
    while (cases-- > 0 && scanf("%d", &n) == 1) {
        int nim_sum = 0;
        while (n-- > 0 && scanf("%d", &pile) == 1)
            nim_sum ^= pile;
        puts(nim_sum == 0 ? "No" : "Yes");
    }
    return 0;
}
