// poj1067 with a large array of which it uses little.
#include <cstdio>
#include <utility>
int a[1 << 28];
int main() {
    long long x, y;
    while (std::scanf("%lld %lld", &x, &y) == 2) {
        if (x > y) std::swap(x, y);
        long long d = y - x;
        bool cold = x * (x - d) <= d * d && (x + 1) * (x + 1 - d) > d * d;
        a[cold] = 1;
        std::puts(cold ? "0" : "1");
    }
    return a[2];
}
