// luogu-p2252, one position a run, by the published formula.
#include <cmath>
#include <cstdio>
#include <utility>
int main() {
    int a, b;
    std::scanf("%d %d", &a, &b);
    if (a > b) std::swap(a, b);
    std::puts(a == (int)((b - a) * (std::sqrt(5.0) + 1) / 2) ? "0" : "1");
}
