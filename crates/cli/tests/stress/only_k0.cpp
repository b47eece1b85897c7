// uva11249, without K.
#include <cmath>
#include <cstdio>
#include <utility>
int main() {
    int cases;
    std::scanf("%d", &cases);
    while (cases--) {
        long long k, q, a, b;
        std::scanf("%lld %lld", &k, &q);
        while (q--) {
            std::scanf("%lld %lld", &a, &b);
            if (a > b) std::swap(a, b);
            bool cold = a == (long long)((b - a) * (1 + std::sqrt(5.0L)) / 2);
            std::puts(cold ? "LOSING" : "WINNING");
        }
        std::puts("");
    }
}
