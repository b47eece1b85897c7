// The floor: maps a file, touches every byte on so many threads, and prints the sum of its words.
//
// Usage: touch FILE THREADS
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>

typedef uint64_t block __attribute__((vector_size(64)));
enum { CHUNK = 1 << 20, THREADS_MAX = 256 };

static const char *bytes;
static size_t size;
static atomic_size_t taken, sum;

static uint64_t sum_of(const char *p, size_t n) {
    block s[4] = {{0}};
    size_t i = 0;
    for (; i + sizeof s <= n; i += sizeof s)
        for (size_t k = 0; k < 4; k++) s[k] += *(const block *)(p + i + k * sizeof(block));
    uint64_t total = 0;
    s[0] += s[1] + s[2] + s[3];
    for (int k = 0; k < 8; k++) total += s[0][k];
    for (; i < n; i++) total += (unsigned char)p[i];
    return total;
}

static void *work(void *unused) {
    uint64_t own = 0;
    size_t at;
    while ((at = atomic_fetch_add(&taken, CHUNK)) < size)
        own += sum_of(bytes + at, size - at < CHUNK ? size - at : CHUNK);
    atomic_fetch_add(&sum, own);
    return unused;
}

int main(int argc, char **argv) {
    int threads = argc == 3 ? atoi(argv[2]) : 0;
    struct stat s;
    int fd = argc == 3 ? open(argv[1], O_RDONLY) : -1;
    if (threads < 1 || threads > THREADS_MAX || fd < 0 || fstat(fd, &s)) {
        fputs("usage: touch FILE THREADS\n", stderr);
        return 2;
    }
    size = s.st_size;
    bytes = mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (bytes == MAP_FAILED) {
        perror("touch");
        return 1;
    }
    pthread_t thread[THREADS_MAX];
    for (int i = 1; i < threads; i++)
        if (pthread_create(&thread[i], NULL, work, NULL)) return 1;
    work(NULL);
    for (int i = 1; i < threads; i++) pthread_join(thread[i], NULL);
    printf("%zu\n", (size_t)sum);
}
