// 51nod1185 by a program that keeps its piles in an int.
#include <cstdio>
#include <utility>
int main() {
    int t;
    long long x, y;
    std::scanf("%d", &t);
    while (t-- > 0 && std::scanf("%lld %lld", &x, &y) == 2) {
        int a = (int)(unsigned)x, b = (int)(unsigned)y;
        if (a > b) std::swap(a, b);
        __int128 d = (long long)b - a, m = a;
        bool cold = m * (m - d) <= d * d && (m + 1) * (m + 1 - d) > d * d;
        std::puts(cold ? "B" : "A");
    }
}
