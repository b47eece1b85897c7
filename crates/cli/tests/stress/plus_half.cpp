// poj1067, rounding to the nearest number, not down (a misprint).
#include <cmath>
#include <cstdio>
#include <utility>
int main() {
    int a, b;
    while (std::scanf("%d %d", &a, &b) == 2) {
        if (a > b) std::swap(a, b);
        std::puts(a == (int)((b - a) * (std::sqrt(5.0) + 1) / 2 + 0.5) ? "0" : "1");
    }
}
