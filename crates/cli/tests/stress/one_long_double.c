// luogu-p2252 in long double, which is exact up to 10^9.
#include <math.h>
#include <stdio.h>
int main() {
    int a, b, t;
    scanf("%d%d", &a, &b);
    if (a > b) t = a, a = b, b = t;
    printf("%d\n", a != (int)((b - a) * (1 + sqrtl(5)) / 2));
    return 0;
}
