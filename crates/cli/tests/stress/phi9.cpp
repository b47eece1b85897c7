// hdu1527 with phi cut after nine decimals.
#include <algorithm>
#include <iostream>
int main() {
    long long x, y;
    while (std::cin >> x >> y) {
        long long low = std::min(x, y), gap = std::max(x, y) - low;
        std::cout << (gap * 1618033988LL / 1000000000LL == low ? 0 : 1) << '\n';
    }
}
