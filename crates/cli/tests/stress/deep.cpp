// luogu-p2252, calling itself 300000 times, which takes 30 MiB of the stack.
#include <algorithm>
#include <cstdio>
int depth(int left, const volatile char* above) {
    volatile char room[64];
    room[0] = above ? above[0] : 0;
    return left == 0 ? room[0] : depth(left - 1, room) + room[0];
}
int main() {
    long long a, b;
    if (depth(300000, 0) != 0) return 1;
    std::scanf("%lld %lld", &a, &b);
    {
        if (a > b) std::swap(a, b);
        long long d = b - a;
        std::puts(a * (a - d) <= d * d && (a + 1) * (a + 1 - d) > d * d ? "0" : "1");
    }
}
