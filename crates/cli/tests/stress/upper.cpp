// poj1067, comparing the larger pile with the square of phi in double.
#include <cmath>
#include <cstdio>
int main() {
    long long a, b;
    double square = (3 + std::sqrt(5.0)) / 2;
    while (std::scanf("%lld%lld", &a, &b) == 2) {
        long long large = a > b ? a : b, gap = a > b ? a - b : b - a;
        std::printf("%d\n", (long long)(gap * square) != large);
    }
}
