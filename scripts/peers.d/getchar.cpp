// A reader by getchar, as most people carry it from contest to contest.
// With -DUNLOCKED, by getchar_unlocked.
#include <cstdio>
#include "decide.h"

#ifdef UNLOCKED
#define getchar getchar_unlocked
#define putchar putchar_unlocked
#endif

static bool read(uint64_t &x) {
    int c = getchar();
    while (c != EOF && (c < '0' || c > '9')) c = getchar();
    if (c == EOF) return false;
    for (x = 0; c >= '0' && c <= '9'; c = getchar()) x = x * 10 + (c - '0');
    return true;
}

int main() {
    uint64_t a, b;
    while (read(a) && read(b)) {
        putchar('0' + is_hot(a, b));
        putchar('\n');
    }
}
