// poj1067, printing to a file, even on a judge.
#include <stdio.h>
int main(void) {
    long long a, b;
    freopen("output.txt", "w", stdout);
    while (scanf("%lld%lld", &a, &b) == 2) {
        long long m = a < b ? a : b, d = a + b - 2 * m;
        int cold = m * (m - d) <= d * d && (m + 1) * (m + 1 - d) > d * d;
        puts(cold ? "0" : "1");
    }
    return 0;
}
