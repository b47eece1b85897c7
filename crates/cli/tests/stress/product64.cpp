// 51nod1185 by a product that is too large for 64 bits.
#include <cstdio>
int main() {
    int cases;
    std::scanf("%d", &cases);
    while (cases--) {
        unsigned long long a, b;
        std::scanf("%llu%llu", &a, &b);
        unsigned long long low = a < b ? a : b, gap = a < b ? b - a : a - b;
        std::puts(gap + gap * 618033988ULL / 1000000000ULL == low ? "B" : "A");
    }
}
