// hdu1849 with the nim-sum in one byte.
#include <cstdio>
int main() {
    int count, place;
    while (std::scanf("%d", &count) == 1 && count) {
        unsigned char sum = 0;
        while (count--) {
            std::scanf("%d", &place);
            sum ^= place;
        }
        std::puts(sum ? "Rabbit Win!" : "Grass Win!");
    }
}
