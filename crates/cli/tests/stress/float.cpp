// poj1067 with 24 bits of phi.
#include <cmath>
#include <cstdio>
#include <utility>
int main() {
    int a, b;
    const float phi = (std::sqrt(5.0f) + 1) / 2;
    while (std::scanf("%d %d", &a, &b) == 2) {
        if (a > b) std::swap(a, b);
        volatile float product = (float)(b - a) * phi;
        std::puts(a == (int)product ? "0" : "1");
    }
}
