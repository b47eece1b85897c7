// poj1067, checking for the end of the input too late: one answer too many.
#include <cstdio>
#include <utility>
int main() {
    long long a = 0, b = 0;
    while (!std::feof(stdin)) {
        if (std::scanf("%lld %lld", &a, &b) == 1) return 1;
        long long m = a < b ? a : b, d = a < b ? b - a : a - b;
        bool cold = m * (m - d) <= d * d && (m + 1) * (m + 1 - d) > d * d;
        std::puts(cold ? "0" : "1");
    }
}
