// HDU 2177: Wythoff's game, a pair a <= b (up to 10^6) a record, until 0 0.
// Prints 0 if whoever is to move loses; else 1, and then the piles of each position that a winning
// move leaves, the smaller first: by the diagonal move, by taking from the larger pile, from the
// smaller. A position that two moves reach is printed once.
//
// Those positions are the cold ones, whose piles are a Wythoff pair. Each number is in one pair
// (partner), and each difference k has one pair (lower), whose smaller number is the least that no
// pair before it has. So two tables answer everything, and no golden ratio is rounded.
#include <algorithm>
#include <iostream>
using namespace std;

const int LIMIT = 1000000;

// The larger pile of the last pair is below 2.7 * LIMIT.
int partner[LIMIT / 10 * 27], lower[LIMIT + 1];

int main() {
    ios::sync_with_stdio(false);
    cin.tie(0);
    for (int k = 1, least = 1; k <= LIMIT; k++) {
        while (partner[least])
            least++;
        lower[k] = least;
        partner[least] = least + k;
        partner[least + k] = least;
    }
    int a, b;
    while (cin >> a >> b && b > 0) {
        int p = partner[a], low = lower[b - a];
        cout << (p == b ? "0\n" : "1\n");
        if (low < a)
            cout << low << ' ' << low + b - a << '\n';
        if (p < b && !(p == low && a == low + b - a))
            cout << min(a, p) << ' ' << max(a, p) << '\n';
        if (partner[b] < a && a < b)
            cout << partner[b] << ' ' << b << '\n';
    }
    return 0;
}
