// poj1067, all answers on one line without blanks.
#include <math.h>
#include <stdio.h>
int main() {
    int a, b, t;
    while (scanf("%d%d", &a, &b) == 2) {
        if (a > b) t = a, a = b, b = t;
        printf("%d", a != (int)((b - a) * (1 + sqrtl(5)) / 2));
    }
    return 0;
}
