// poj1067, calling itself once for each cold pair.
#include <cstdio>
#include <utility>
static bool isCold(long long a, long long b) {
    volatile long long left = a;
    if (b - a < 2) return b == 2 * a && a < 2;
    // Only the depth matters: one level for each difference.
    volatile bool below = isCold(a, b - 1);
    long long d = b - left;
    return (below || !below) && a * (a - d) <= d * d && (a + 1) * (a + 1 - d) > d * d;
}
int main() {
    long long a, b;
    while (std::scanf("%lld%lld", &a, &b) == 2) {
        if (a > b) std::swap(a, b);
        std::puts(isCold(a, b) ? "0" : "1");
    }
}
