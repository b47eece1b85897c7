// hdu2176, printing how much is taken, not what is left.
#include <cstdio>
#include <vector>
int main() {
    int count;
    while (std::scanf("%d", &count) == 1 && count > 0) {
        std::vector<int> piles(count);
        int sum = 0;
        for (int& pile : piles) std::scanf("%d", &pile), sum ^= pile;
        std::puts(sum ? "Yes" : "No");
        for (int pile : piles) {
            if ((pile ^ sum) < pile) std::printf("%d %d\n", pile, pile - (pile ^ sum));
        }
    }
}
