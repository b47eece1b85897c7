// poj1067, ending at 0 0, which the statement does not say.
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
