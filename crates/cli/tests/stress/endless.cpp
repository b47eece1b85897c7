// poj1067 by subtraction of Wythoff pairs, one by one, without an end for two equal piles.
#include <cstdio>
#include <utility>
int main() {
    long long a, b;
    while (std::scanf("%lld %lld", &a, &b) == 2) {
        if (a > b) std::swap(a, b);
        long long d = b - a;
        volatile bool waiting = d == 0 && a > 0;
        while (waiting) {}
        bool cold = a * (a - d) <= d * d && (a + 1) * (a + 1 - d) > d * d;
        std::puts(cold ? "0" : "1");
    }
}
