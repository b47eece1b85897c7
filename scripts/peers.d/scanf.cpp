// scanf and printf: what every textbook has.
#include <cstdio>
#include "decide.h"

int main() {
    unsigned long long a, b;
    while (scanf("%llu %llu", &a, &b) == 2) printf("%d\n", is_hot(a, b));
}
