// haut1297 from a table of the cold pairs up to 100000.
#include <cstdio>
#include <vector>
static int partner[170000];
int main() {
    for (int low = 1, gap = 1; low <= 100000; low++) {
        if (partner[low]) continue;
        partner[low] = low + gap;
        if (low + gap < 170000) partner[low + gap] = low;
        gap++;
    }
    int cases, count;
    std::scanf("%d", &cases);
    while (cases--) {
        std::scanf("%d", &count);
        std::vector<int> piles(count);
        int sum = 0;
        for (int& pile : piles) std::scanf("%d", &pile), sum ^= pile;
        bool wins = count == 2 ? partner[piles[0]] != piles[1] : sum != 0;
        std::puts(wins ? "Sherlock" : "Watson");
    }
}
