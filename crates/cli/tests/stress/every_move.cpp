// hdu2177, trying every move of each position.
#include <cstdio>
#include <vector>
static std::vector<int> partner(1000001, -1);
static void try_move(int x, int y, bool hot) {
    int low = x < y ? x : y, high = x < y ? y : x;
    if (hot && partner[low] == high) std::printf("%d %d\n", low, high);
}
int main() {
    for (int d = 0, a = 0; a <= 1000000; d++) {
        while (a <= 1000000 && partner[a] >= 0) a++;
        if (a > 1000000) break;
        partner[a] = a + d;
        if (a + d <= 1000000) partner[a + d] = a;
    }
    int a, b;
    while (std::scanf("%d %d", &a, &b) == 2 && (a || b)) {
        bool hot = partner[a] != b;
        std::puts(hot ? "1" : "0");
        for (int k = 1; k <= a; k++) try_move(a - k, b - k, hot);
        for (int k = 1; k <= b; k++) try_move(a, b - k, hot);
        for (int k = 1; k <= a && a != b; k++) try_move(a - k, b, hot);
    }
}
