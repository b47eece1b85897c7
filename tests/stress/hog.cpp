// poj1067 with a table as long as the larger pile.
#include <cstdio>
#include <utility>
#include <vector>
int main() {
    long long a, b;
    while (std::scanf("%lld %lld", &a, &b) == 2) {
        if (a > b) std::swap(a, b);
        std::vector<long long> partner(b + 1, -1);
        long long d = b - a;
        bool cold = a * (a - d) <= d * d && (a + 1) * (a + 1 - d) > d * d;
        std::puts(cold && partner[b] < 0 ? "0" : "1");
    }
}
