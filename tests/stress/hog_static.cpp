// poj1067 with a static table for all piles.
#include <cstdio>
#include <utility>
static volatile char table[1000000001];
int main() {
    long long a, b;
    while (std::scanf("%lld %lld", &a, &b) == 2) {
        if (a > b) std::swap(a, b);
        for (long long i = 0; i <= b; i += 4096) table[i] = 1;
        long long d = b - a;
        bool cold = a * (a - d) <= d * d && (a + 1) * (a + 1 - d) > d * d;
        std::puts(cold ? "0" : "1");
    }
}
