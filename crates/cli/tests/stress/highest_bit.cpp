// hdu1850 by the highest bit of the nim-sum.
#include <cstdio>
#include <vector>
int main() {
    int count;
    while (std::scanf("%d", &count) == 1 && count) {
        std::vector<int> piles(count);
        int sum = 0, bit = 1, moves = 0;
        for (int i = 0; i < count; i++) std::scanf("%d", &piles[i]), sum ^= piles[i];
        while (bit <= sum / 2) bit *= 2;
        for (int i = 0; i < count; i++) moves += sum && piles[i] & bit;
        std::printf("%d\n", moves);
    }
}
