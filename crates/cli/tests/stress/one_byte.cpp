// luogu-p2197 with the nim-sum in one byte.
#include <cstdio>
int main() {
    int cases, count, pile;
    std::scanf("%d", &cases);
    while (cases--) {
        unsigned char sum = 0;
        for (std::scanf("%d", &count); count > 0; count--) {
            std::scanf("%d", &pile);
            sum ^= pile;
        }
        std::puts(sum ? "Yes" : "No");
    }
}
