// fread and fwrite with buffers of 64 KiB, and a getchar of one's own over them.
#include <cstdio>
#include "decide.h"

static char in[1 << 16], out[1 << 16];
static char *p = in, *end = in;
static size_t used;

static inline int next() {
    if (p == end) {
        end = in + fread(in, 1, sizeof in, stdin);
        p = in;
        if (p == end) return -1;
    }
    return *p++;
}

static inline bool read(uint64_t &x) {
    int c = next();
    while (c != -1 && (c < '0' || c > '9')) c = next();
    if (c == -1) return false;
    for (x = 0; c >= '0' && c <= '9'; c = next()) x = x * 10 + (c - '0');
    return true;
}

int main() {
    uint64_t a, b;
    while (read(a) && read(b)) {
        if (used == sizeof out) {
            fwrite(out, 1, used, stdout);
            used = 0;
        }
        out[used++] = '0' + is_hot(a, b);
        out[used++] = '\n';
    }
    fwrite(out, 1, used, stdout);
}
