// poj1067, giving scanf a number for an address.
#include <stdio.h>
static long a, b;
int main(void) {
    while (scanf("%ld%ld", (long *)a, (long *)b) == 2) {
        long m = a < b ? a : b, d = a + b - 2 * m;
        printf("%d\n", !(m * (m - d) <= d * d && (m + 1) * (m + 1 - d) > d * d));
    }
    return 0;
}
