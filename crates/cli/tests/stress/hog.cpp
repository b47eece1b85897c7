// poj1067 with a table as long as the larger pile, on the heap or static, which the argument "untouched" leaves as it is.
#include <cstdio>
#include <cstring>
#include <utility>
static volatile char fixed[1000000001];
int main(int, char **argv) {
    const char *place = argv[1];
    long long a, b;
    while (std::scanf("%lld %lld", &a, &b) == 2) {
        if (a > b) std::swap(a, b);
        bool on_heap = !std::strcmp(place, "heap");
        volatile char *table = on_heap ? new char[b + 1] : fixed;
        for (long long i = 0; i <= b && std::strcmp(place, "untouched"); i += 4096) table[i] = 1;
        long long d = b - a;
        bool cold = a * (a - d) <= d * d && (a + 1) * (a + 1 - d) > d * d;
        std::puts(cold ? "0" : "1");
        if (on_heap) delete[] table;
    }
}
