// luogu-p2197 with room for 1000 piles only.
#include <cstdio>
static int piles[1000];
int main() {
    int cases;
    if (std::scanf("%d", &cases) != 1) return 0;
    while (cases--) {
        int count, sum = 0;
        if (std::scanf("%d", &count) != 1) return 0;
        for (int i = 0; i < count; i++) {
            if (std::scanf("%d", &piles[i]) != 1) return 0;
        }
        for (int i = 0; i < count; i++) sum ^= piles[i];
        std::puts(sum ? "Yes" : "No");
    }
}
