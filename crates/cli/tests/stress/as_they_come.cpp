// hdu2177, printing the larger pile first if the smaller one is left.
#include <cstdio>
#include <utility>
static int partner[1700000], atGap[1000001];
int main() {
    for (int low = 1, gap = 1; low <= 1000000; low++) {
        if (partner[low]) continue;
        partner[low] = low + gap;
        if (low + gap < 1700000) partner[low + gap] = low;
        atGap[gap++] = low;
    }
    int a, b;
    while (std::scanf("%d%d", &a, &b) == 2 && (a || b)) {
        if (partner[a] == b) {
            std::puts("0");
            continue;
        }
        std::puts("1");
        int gap = b - a;
        if (gap == 0 || (atGap[gap] && atGap[gap] < a)) std::printf("%d %d\n", atGap[gap], atGap[gap] + gap);
        if (a == b) {
            if (partner[a] < b) std::printf("%d %d\n", partner[a], b);
            continue;
        }
        if (partner[a] < b) std::printf("%d %d\n", a, partner[a]);
        if (partner[b] < a) std::printf("%d %d\n", partner[b], b);
    }
}
