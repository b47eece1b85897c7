// poj1067 with a table as long as the larger pile.
#include <cstdio>
#include <utility>
int main() {
    long long a, b;
    while (std::scanf("%lld %lld", &a, &b) == 2) {
        if (a > b) std::swap(a, b);
        volatile char *table = new char[b + 1];
        for (long long i = 0; i <= b; i += 4096) table[i] = 1;
        long long d = b - a;
        bool cold = a * (a - d) <= d * d && (a + 1) * (a + 1 - d) > d * d;
        std::puts(cold ? "0" : "1");
        delete[] table;
    }
}
