// uva11249 from a table of the cold pairs for each K.
#include <cstdio>
#include <vector>
int main() {
    int cases;
    std::scanf("%d", &cases);
    while (cases--) {
        int k, queries, a, b;
        std::scanf("%d%d", &k, &queries);
        std::vector<long long> partner(100001, 0);
        long long gap = 0;
        for (int low = 1; low <= 100000; low++) {
            if (partner[low]) continue;
            gap += k + 1;
            partner[low] = low + gap;
            if (low + gap <= 100000) partner[low + gap] = low;
        }
        while (queries--) {
            std::scanf("%d%d", &a, &b);
            std::puts(partner[a] == b ? "LOSING" : "WINNING");
        }
        std::puts("");
    }
}
