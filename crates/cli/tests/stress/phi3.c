// poj1067 with 1.618 for phi.
#include <stdio.h>
int main(void) {
    int a, b, t;
    while (scanf("%d%d", &a, &b) == 2) {
        if (a > b) t = a, a = b, b = t;
        printf("%d\n", (int)((b - a) * 1.618) != a);
    }
    return 0;
}
