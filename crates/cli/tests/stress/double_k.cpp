// uva11249 by the formula for any K, in double, which is exact up to 100000.
#include <cmath>
#include <cstdio>
#include <utility>
int main() {
    int cases;
    std::scanf("%d", &cases);
    while (cases--) {
        unsigned long long k, q, a, b;
        std::scanf("%llu %llu", &k, &q);
        double r = k + 1.0, alpha = (2 - r + std::sqrt(r * r + 4)) / 2;
        while (q--) {
            std::scanf("%llu %llu", &a, &b);
            if (a > b) std::swap(a, b);
            double n = std::floor((b - a) / r), lower = std::floor(n * alpha);
            std::puts(a == lower && b == lower + n * r ? "LOSING" : "WINNING");
        }
        std::puts("");
    }
}
