// hdu1850, counting at most one move.
#include <stdio.h>
int main(void) {
    int count, pile, sum;
    while (scanf("%d", &count) == 1 && count) {
        for (sum = 0; count--; sum ^= pile) scanf("%d", &pile);
        printf("%d\n", sum != 0);
    }
    return 0;
}
