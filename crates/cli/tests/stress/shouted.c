// luogu-p2197, answering in capital letters.
#include <stdio.h>
int main(void) {
    int cases, count, pile, sum;
    scanf("%d", &cases);
    while (cases--) {
        scanf("%d", &count);
        for (sum = 0; count--; sum ^= pile) scanf("%d", &pile);
        puts(sum ? "YES" : "NO");
    }
    return 0;
}
