// poj1067, taking the first pile for the smaller one.
#include <math.h>
#include <stdio.h>
int main() {
    int a, b;
    while (scanf("%d%d", &a, &b) == 2)
        printf("%d\n", a == (int)floor((b - a) * (1 + sqrtl(5)) / 2) ? 0 : 1);
    return 0;
}
