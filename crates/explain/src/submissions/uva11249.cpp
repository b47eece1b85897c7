// UVa 11249, Game: Wythoff's game, except that the two numbers taken from both piles may differ by
// up to K. The number of cases; each has K, Q and Q pairs. Prints LOSING if whoever is to move
// loses, else WINNING, and an empty line after each case.
//
// With r = K + 1, whoever is to move loses exactly at a = floor(n * t), b = a + r * n, n = 0, 1, ...,
// where t = s - r + 1 and s = (r + sqrt(r * r + 4)) / 2 (Fraenkel). As s = r + 1 / s, a whole x > 0
// has x > n * s exactly if x > n * r and not n > (x - n * r) * s. That takes no number above 2^64.
#include <iostream>
using namespace std;

typedef unsigned long long u64;

// Whether x > n * s.
bool exceeds(u64 r, u64 x, u64 n) {
    return n <= x / r && x > n * r && !exceeds(r, n, x - n * r);
}

// Whether x > n * t, which is x + (r - 1) * n > n * s.
bool above(u64 r, u64 x, u64 n) {
    return x > n && !exceeds(r, n, x - n);
}

bool cold(u64 k, u64 a, u64 b) {
    u64 r = k + 1, n;
    if (a > b)
        return cold(k, b, a);
    if (b - a <= k) // less than r, so n is 0
        return b == 0;
    n = (b - a) / r;
    return (b - a) % r == 0 && !above(r, a, n) && above(r, a + 1, n);
}

int main() {
    ios::sync_with_stdio(false);
    cin.tie(0);
    u64 cases = 0, k, q, a, b;
    cin >> cases;
    while (cases-- > 0 && cin >> k >> q) {
        while (q-- > 0 && cin >> a >> b)
            cout << (cold(k, a, b) ? "LOSING\n" : "WINNING\n");
        cout << '\n';
    }
    return 0;
}
