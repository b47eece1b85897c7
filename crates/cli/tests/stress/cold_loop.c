// poj1067, going through the cold pairs one by one for each position.
#include <math.h>
#include <stdio.h>
int main() {
    int a, b, t, d;
    const long double phi = (1 + sqrtl(5)) / 2;
    while (scanf("%d%d", &a, &b) == 2) {
        if (a > b) t = a, a = b, b = t;
        for (d = 0; (long long)(d * phi) < a; d++);
        printf("%d\n", !((long long)(d * phi) == a && a + d == b));
    }
    return 0;
}
