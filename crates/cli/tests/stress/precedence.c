// poj2975: `<` binds more tightly than `^`.
#include <stdio.h>
int a[1000];
int main() {
    int n, i, s, count;
    while (scanf("%d", &n) == 1 && n) {
        for (s = i = 0; i < n; i++) scanf("%d", &a[i]), s ^= a[i];
        for (count = i = 0; i < n; i++)
            if (a[i] ^ s < a[i]) count++;
        printf("%d\n", count);
    }
    return 0;
}
