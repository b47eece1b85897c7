// The formula that everybody copies, in double precision. It is wrong at 14 differences of piles up to 10^9: README.md
// shows how wythoff finds them. `wythoff submission --as poj1067` prints a right program.
#include <cmath>
#include <cstdio>

int main() {
    int a, b;
    while (std::scanf("%d %d", &a, &b) == 2) {
        int d = a < b ? b - a : a - b;
        int smaller = a < b ? a : b;
        bool cold = (int)(d * (std::sqrt(5.0) + 1) / 2) == smaller;
        std::puts(cold ? "0" : "1");
    }
}
