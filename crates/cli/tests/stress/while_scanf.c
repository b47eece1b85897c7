// hdu1527, taking the end of the input for a pair.
#include <stdio.h>
int main(void) {
    long long a, b;
    while (scanf("%lld%lld", &a, &b)) {
        long long m = a < b ? a : b, d = a + b - 2 * m;
        puts(m * (m - d) <= d * d && (m + 1) * (m + 1 - d) > d * d ? "0" : "1");
    }
    return 0;
}
