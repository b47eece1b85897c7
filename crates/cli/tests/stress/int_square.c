// poj1067 in whole numbers, which overflow.
#include <stdio.h>
int main() {
    int a, b, d;
    while (scanf("%d%d", &a, &b) == 2) {
        if (a > b) d = a, a = b, b = d;
        d = b - a;
        puts(a * (a - d) <= d * d && (a + 1) * (a + 1 - d) > d * d ? "0" : "1");
    }
    return 0;
}
