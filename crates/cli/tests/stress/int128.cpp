// 51nod1185 in whole numbers of 128 bits.
#include <iostream>
#include <utility>
int main() {
    std::ios::sync_with_stdio(false);
    int cases;
    std::cin >> cases;
    while (cases--) {
        long long a, b;
        std::cin >> a >> b;
        if (a > b) std::swap(a, b);
        __int128 m = a, d = b - a;
        std::cout << (m * (m - d) <= d * d && (m + 1) * (m + 1 - d) > d * d ? "B\n" : "A\n");
    }
}
