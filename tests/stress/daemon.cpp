// poj1067 by a program that leaves a child in a session of its own, and the child's number in the file `all`.
#include <cstdio>
#include <unistd.h>
#include <utility>
int main() {
    if (fork() == 0) {
        setsid();
        if (std::FILE *all = std::fopen("all", "a")) {
            std::fprintf(all, "%d\n", (int)getpid());
            std::fclose(all);
        }
        sleep(60);
        return 0;
    }
    long long a, b;
    while (std::scanf("%lld %lld", &a, &b) == 2) {
        if (a > b) std::swap(a, b);
        long long d = b - a;
        bool cold = a * (a - d) <= d * d && (a + 1) * (a + 1 - d) > d * d;
        std::puts(cold ? "0" : "1");
    }
}
