// The file mapped, eight digits at a time in one 64-bit word: the best reader we know that is still
// of a contest's size. Trusts its input: two numbers a line, one blank between, a line feed at the end.
//
// Tried, and slower on piles up to 10^9: a second word for the digits behind the first eight instead
// of the loop (by a third), both words at once without a branch (by more than half: p waits for it all).
#include <cstring>
#include "decide.h"
#include "mapped.h"

// The value of eight digits, the first of them in the lowest byte; zero bytes count as '0'.
static inline uint64_t eight(uint64_t w) {
    w = (w & 0x0f0f0f0f0f0f0f0f) * 2561 >> 8;
    w = (w & 0x00ff00ff00ff00ff) * 6553601 >> 16;
    return (w & 0x0000ffff0000ffff) * 42949672960001 >> 32;
}

static inline uint64_t number(const char *&p) {
    uint64_t w;
    memcpy(&w, p, 8);
    // Digits have this bit; blank, line feed and zero do not.
    uint64_t stop = ~w & 0x1010101010101010;
    if (stop) {
        int bits = __builtin_ctzll(stop) & ~7;
        p += bits / 8 + 1;
        return eight(w << 8 << (56 - bits));
    }
    uint64_t x = eight(w);
    for (p += 8; *p >= '0'; p++) x = x * 10 + (*p - '0');
    p++;
    return x;
}

int main() {
    Mapped in;
    Answers out;
    for (const char *p = in.begin; p < in.end;) {
        uint64_t a = number(p), b = number(p);
        out.line('0' + is_hot(a, b));
    }
    out.flush();
}
