// 51Nod 1185: Wythoff's game, piles up to 10^18, a number T and then T pairs.
// Prints B if whoever is to move loses, else A.
//
// Whoever is to move loses exactly if the smaller pile is floor(d * phi), d the difference of the
// piles, phi the golden ratio (Wythoff). As phi = 1 + 1 / phi, a whole x > 0 has x > d * phi exactly
// if x > d and not d > (x - d) * phi. That takes subtractions only.
// Double fails from 165580140 267914295 on, the x87 long double from 7778742048 12586269024 on,
// and 27 decimals of phi from 72723460248141 117669030460994 on; all are cold.
#include <iostream>
using namespace std;

// Whether x > d * phi.
bool exceeds(long long x, long long d) {
    return x > d && !exceeds(d, x - d);
}

bool cold(long long a, long long b) {
    if (a > b)
        return cold(b, a);
    return !exceeds(a, b - a) && exceeds(a + 1, b - a);
}

int main() {
    ios::sync_with_stdio(false);
    cin.tie(0);
    int cases = 0;
    long long a, b;
    cin >> cases;
    while (cases-- > 0 && cin >> a >> b)
        cout << (cold(a, b) ? "B\n" : "A\n");
    return 0;
}
