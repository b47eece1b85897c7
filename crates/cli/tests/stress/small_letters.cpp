// 51nod1072, answering in small letters.
#include <cmath>
#include <cstdio>
#include <cstdlib>
int main() {
    int cases, a, b;
    std::scanf("%d", &cases);
    while (cases--) {
        std::scanf("%d%d", &a, &b);
        int low = a < b ? a : b;
        std::puts((int)(std::abs(a - b) * (1 + std::sqrt(5.0)) / 2) == low ? "b" : "a");
    }
}
