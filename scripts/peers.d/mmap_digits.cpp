// The file mapped, digit by digit.
// Trusts its input: two numbers a line, one blank between, a line feed at the end.
#include "decide.h"
#include "mapped.h"

static inline uint64_t number(const char *&p) {
    uint64_t x = 0;
    while (*p >= '0') x = x * 10 + (*p++ - '0');
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
