// A fast-I/O class in the manner of those who lead the tables of Library Checker: the buffer is
// topped up before each number, so that no digit asks whether the buffer has ended.
#include <cstdio>
#include <cstring>
#include <unistd.h>
#include "decide.h"

class Input {
    static constexpr int SIZE = 1 << 17, LONGEST = 64;
    char buffer[SIZE + 1];
    int at = 0, end = 0;

    void top_up() {
        memmove(buffer, buffer + at, end - at);
        end -= at;
        at = 0;
        ssize_t got;
        while (end < SIZE && (got = ::read(0, buffer + end, SIZE - end)) > 0) end += got;
        buffer[end] = 0;
    }

public:
    template <class T> bool read(T &x) {
        if (end - at < LONGEST) top_up();
        while (at < end && buffer[at] <= ' ') at++;
        if (at == end) return false;
        x = 0;
        while (buffer[at] >= '0') x = x * 10 + (buffer[at++] & 15);
        return true;
    }
};

class Output {
    static constexpr int SIZE = 1 << 17;
    char buffer[SIZE];
    int at = 0;

public:
    void flush() {
        fwrite(buffer, 1, at, stdout);
        at = 0;
    }
    void line(char c) {
        if (SIZE - at < 2) flush();
        buffer[at++] = c;
        buffer[at++] = '\n';
    }
    ~Output() { flush(); }
};

static Input in;
static Output out;

int main() {
    uint64_t a, b;
    while (in.read(a) && in.read(b)) out.line('0' + is_hot(a, b));
}
