// 51nod1185 in the 64 bits of an x87 long double: wrong from the difference 4807526976 on.
#include <cmath>
#include <cstdio>
#include <utility>
int main() {
    int t;
    long long a, b;
    std::scanf("%d", &t);
    while (t-- > 0 && std::scanf("%lld %lld", &a, &b) == 2) {
        if (a > b) std::swap(a, b);
        long long m = (long long)((b - a) * ((std::sqrt(5.0L) + 1) / 2));
        std::puts(a == m ? "B" : "A");
    }
}
