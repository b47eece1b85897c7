// poj1067, reading a file unless it runs on a judge.
#include <stdio.h>
int main(void) {
    long long a, b;
#ifndef ONLINE_JUDGE
    freopen("input.txt", "r", stdin);
    freopen("output.txt", "w", stdout);
#endif
    while (scanf("%lld%lld", &a, &b) == 2) {
        long long m = a < b ? a : b, d = a + b - 2 * m;
        int cold = m * (m - d) <= d * d && (m + 1) * (m + 1 - d) > d * d;
        puts(cold ? "0" : "1");
    }
    return 0;
}
