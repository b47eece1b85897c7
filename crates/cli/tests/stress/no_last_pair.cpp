// poj1067, calling every position with a pile above 999999990 hot.
#include <cmath>
#include <cstdio>
#include <utility>
int main() {
    long long a, b;
    while (std::scanf("%lld %lld", &a, &b) == 2) {
        if (a > b) std::swap(a, b);
        long double phi = (1 + std::sqrt(5.0L)) / 2;
        std::puts(a == (long long)((b - a) * phi) && b <= 999999990 ? "0" : "1");
    }
}
