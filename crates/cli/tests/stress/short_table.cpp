// 51nod1072 from a table of cold pairs that ends at 1999990.
#include <algorithm>
#include <cmath>
#include <cstdio>
static int partner[2000001];
int main() {
    for (int d = 0;; d++) {
        int a = (int)(d * ((1 + std::sqrt(5.0)) / 2)), b = a + d;
        if (b > 1999990) break;
        partner[a] = b;
    }
    int cases;
    if (std::scanf("%d", &cases) != 1) return 0;
    while (cases--) {
        int a, b;
        if (std::scanf("%d %d", &a, &b) != 2) return 0;
        if (a > b) std::swap(a, b);
        std::puts(partner[a] == b ? "B" : "A");
    }
}
