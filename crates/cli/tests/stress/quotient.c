// poj1067, dividing by the difference, which may be 0.
#include <stdio.h>
int main(void) {
    volatile long long a, b, m, d;
    while (scanf("%lld%lld", (long long *)&a, (long long *)&b) == 2) {
        m = a < b ? a : b;
        d = a + b - 2 * m;
        long long near = m / d;
        printf("%d\n", !(near <= 1 && m * (m - d) <= d * d && (m + 1) * (m + 1 - d) > d * d));
    }
    return 0;
}
