// hdu1849 by a program that joins the piles by or, not by xor.
#include <cstdio>
int main() {
    int m, pile;
    while (std::scanf("%d", &m) == 1 && m > 0) {
        int sum = 0;
        while (m-- > 0 && std::scanf("%d", &pile) == 1) sum |= pile;
        std::puts(sum ? "Rabbit Win!" : "Grass Win!");
    }
}
