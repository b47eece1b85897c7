// Makes a program run once for every input without an exec for each, as fork servers of fuzzers do. Linked to it
// (`g++ -static program.cpp fork-server.o`), it makes of
//
//     ANSWERS_EACH=LINES ./program < INPUTS 1<>ANSWERS
//
// a process for each input in INPUTS, a file with a NUL behind each. The constructor below forks and waits for the
// child, which returns from the constructor, and so is the program before `main`: the input, as a file, on its standard
// input, ANSWERS, behind what is there, as its standard output.
//
// Stops with exit code 1 at the first process that takes more than 2 s of processor time, ends otherwise than by exit
// code 0, or writes other than LINES lines. Else the last line on standard error says how many processes there were, and
// the exit code is 0.
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

// Not `alarm`: a machine may be so busy that seconds go by.
static const struct itimerval LIMIT = {.it_value = {.tv_sec = 2}};

// By `dprintf`, as the children would inherit a buffer.
static void must(bool well, const char *what) {
    if (well)
        return;
    dprintf(STDERR_FILENO, "fork-server: %s: %s\n", what, strerror(errno));
    _exit(2);
}

// Makes standard input, a file in memory, hold that text and no more, to be read from its start.
static void give(const char *text, size_t size) {
    must(pwrite(STDIN_FILENO, text, size, 0) == (ssize_t)size, "writing an input");
    must(ftruncate(STDIN_FILENO, (off_t)size) == 0, "cutting an input");
    must(lseek(STDIN_FILENO, 0, SEEK_SET) == 0, "rewinding an input");
}

// The number of lines in that part of the answers; -1 if the last one isn't whole, or if there is far too much.
static long lines_between(off_t from, off_t to) {
    static char text[4096];
    if (from == to)
        return 0;
    if (to < from || to - from > (off_t)sizeof text)
        return -1;
    size_t size = (size_t)(to - from);
    must(pread(STDOUT_FILENO, text, size, from) == (ssize_t)size, "reading an answer");
    long lines = 0;
    for (size_t i = 0; i < size; i++)
        lines += text[i] == '\n';
    return text[size - 1] == '\n' ? lines : -1;
}

// Before the program's own constructors.
__attribute__((constructor(101))) static void serve(void) {
    const char *each = getenv("ANSWERS_EACH");
    errno = EINVAL;
    must(each != NULL, "ANSWERS_EACH in the environment");
    long expected = atol(each);

    struct stat file;
    must(fstat(STDIN_FILENO, &file) == 0, "the inputs");
    // A file that is mapped costs a fork nothing; what was read into memory does.
    const char *inputs = mmap(NULL, (size_t)file.st_size, PROT_READ, MAP_SHARED, STDIN_FILENO, 0);
    must(inputs != MAP_FAILED, "mapping the inputs");
    const char *last = inputs + file.st_size;
    int memory = memfd_create("input", MFD_CLOEXEC);
    must(memory >= 0 && dup2(memory, STDIN_FILENO) == STDIN_FILENO, "a file in memory");

    long processes = 0;
    off_t from = lseek(STDOUT_FILENO, 0, SEEK_CUR);
    must(from >= 0, "the answers");
    for (const char *input = inputs, *end; input < last; input = end + 1) {
        end = memchr(input, 0, (size_t)(last - input));
        errno = EINVAL;
        must(end != NULL, "the end of the last input");
        give(input, (size_t)(end - input));
        pid_t child = fork();
        must(child >= 0, "fork");
        if (child == 0) {
            must(setitimer(ITIMER_PROF, &LIMIT, NULL) == 0, "a time limit");
            return;
        }
        processes++;
        int status;
        must(waitpid(child, &status, 0) == child, "waiting for a process");
        off_t to = lseek(STDOUT_FILENO, 0, SEEK_CUR);
        long lines = lines_between(from, to);
        if (status != 0 || lines != expected) {
            dprintf(STDERR_FILENO, "%s: process %ld: wait status %d, %ld lines, not %ld; its input:\n%.*s",
                    status == 0 ? "WA" : status == SIGPROF ? "TLE" : "RE", processes, status, lines, expected,
                    (int)(end - input), input);
            _exit(1);
        }
        from = to;
    }
    dprintf(STDERR_FILENO, "%ld processes\n", processes);
    _exit(0);
}
