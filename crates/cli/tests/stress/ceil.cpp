// poj1067, rounding up instead of down.
#include <cmath>
#include <cstdio>
#include <cstdlib>
int main() {
    int a, b;
    while (std::scanf("%d %d", &a, &b) != EOF) {
        int least = a < b ? a : b;
        int cold = (int)std::ceil(std::abs(a - b) * (std::sqrt(5.0) + 1) / 2);
        std::printf("%d\n", least == cold ? 0 : 1);
    }
}
