// poj1067 from a table that is too small: beyond it a null pointer is read.
#include <cstdio>
#include <utility>
int main() {
    static int table[2001];
    for (int d = 0; d * 1.618 < 2000; d++) table[d] = (int)(d * 1.6180339887498949);
    int a, b;
    while (std::scanf("%d %d", &a, &b) == 2) {
        if (a > b) std::swap(a, b);
        volatile int *row = b - a <= 1000 ? table : 0;
        std::puts(a == row[b - a] ? "0" : "1");
    }
}
