// poj1067, also printing the value of a variable.
#include <math.h>
#include <stdio.h>
int main() {
    int a, b, k, t;
    while (scanf("%d%d", &a, &b) == 2) {
        if (a > b) t = a, a = b, b = t;
        k = (int)((b - a) * (1 + sqrtl(5)) / 2);
        printf("k = %d\n%d\n", k, a != k);
    }
    return 0;
}
