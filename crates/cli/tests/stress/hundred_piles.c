// poj2975 with room for 100 piles only.
#include <stdio.h>

static int count(int n) {
    int piles[100], total = 0, moves = 0;
    for (int i = 0; i < n; i++) {
        scanf("%d", &piles[i]);
        total ^= piles[i];
    }
    for (int i = 0; i < n; i++) moves += (piles[i] ^ total) < piles[i];
    return moves;
}

int main(void) {
    int n;
    while (scanf("%d", &n) == 1 && n) printf("%d\n", count(n));
    return 0;
}
