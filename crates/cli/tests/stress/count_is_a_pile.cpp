// 51nod1072, taking the number of cases for a pile.
#include <cmath>
#include <cstdio>
#include <cstdlib>
int main() {
    int a, b;
    while (std::scanf("%d%d", &a, &b) == 2) {
        int low = a < b ? a : b;
        std::puts((int)(std::abs(a - b) * (1 + std::sqrt(5.0)) / 2) == low ? "B" : "A");
    }
}
