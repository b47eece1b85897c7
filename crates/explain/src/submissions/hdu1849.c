// HDU 1849: Nim; a case is n and n piles, until n is 0.
// Prints "Grass Win!" if whoever is to move loses, else "Rabbit Win!".
//
// Whoever is to move loses exactly if the xor of the piles is 0 (Bouton).
#include <stdio.h>

int main(void) {
    int n, pile;
    while (scanf("%d", &n) == 1 && n > 0) {
        int nim_sum = 0;
        while (n-- > 0 && scanf("%d", &pile) == 1)
            nim_sum ^= pile;
        puts(nim_sum == 0 ? "Grass Win!" : "Rabbit Win!");
    }
    return 0;
}
