// hdu1527 in long double, which is exact up to 10^9.
#include <cmath>
#include <iostream>
#include <utility>
int main() {
    std::ios::sync_with_stdio(false);
    std::cin.tie(0);
    const long double phi = (1 + std::sqrt(5.0L)) / 2;
    long long a, b;
    while (std::cin >> a >> b) {
        if (b < a) std::swap(a, b);
        std::cout << (a != (long long)(phi * (b - a))) << '\n';
    }
}
