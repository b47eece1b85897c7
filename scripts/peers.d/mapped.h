// Standard input, mapped, with zeros that may be read behind its end; and answers through one buffer.
#pragma once
#include <cstdlib>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct Mapped {
    const char *begin, *end;

    Mapped() {
        struct stat s;
        if (fstat(0, &s)) exit(1);
        size_t size = s.st_size, page = 4096;
        // The file goes over the beginning of a mapping of zeros that is longer by a page.
        size_t room = (size + page - 1) / page * page + page;
        void *m = mmap(0, room, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (m == MAP_FAILED) exit(1);
        if (size && mmap(m, size, PROT_READ, MAP_PRIVATE | MAP_FIXED, 0, 0) == MAP_FAILED) exit(1);
        begin = (const char *)m;
        end = begin + size;
    }
};

// 64 KiB that stay in the cache: a twentieth faster than room for all answers at once.
class Answers {
    char buffer[1 << 16], *at = buffer;

public:
    void line(char c) {
        if (at == buffer + sizeof buffer) flush();
        *at++ = c;
        *at++ = '\n';
    }
    void flush() {
        for (char *from = buffer; from < at;) {
            ssize_t n = write(1, from, at - from);
            if (n <= 0) exit(1);
            from += n;
        }
        at = buffer;
    }
};
