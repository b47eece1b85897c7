// HAUT 1297, Return of the Nim: T, and for each of T cases n, a prime, and n piles. A move takes from
// one pile, or the same number from all. Prints Watson if whoever is to move loses, else Sherlock.
//
// With an odd n whoever is to move loses exactly if the xor of the piles is 0, as in Nim (Bouton):
// taking k from all flips the lowest 1 bit of k in each pile, so in the xor, too. Two piles are
// Wythoff's game, lost exactly if the smaller one is floor(d * phi), d the difference of the piles,
// phi the golden ratio. As phi = 1 + 1 / phi, a whole x > 0 has x > d * phi exactly if x > d and
// not d > (x - d) * phi. That takes subtractions only.
// The usual (int)(d * (sqrt(5.0) + 1) / 2) calls 165580140 267914295 hot; it is cold.
#include <iostream>
using namespace std;

// Whether x > d * phi.
bool exceeds(unsigned x, unsigned d) {
    return x > d && !exceeds(d, x - d);
}

bool cold(unsigned a, unsigned b) {
    if (a > b)
        return cold(b, a);
    return !exceeds(a, b - a) && exceeds(a + 1, b - a);
}

int main() {
    ios::sync_with_stdio(false);
    cin.tie(0);
    unsigned cases = 0, n, pile = 0;
    cin >> cases;
    while (cases-- > 0 && cin >> n) {
        unsigned nim_sum = 0;
        for (unsigned i = 0; i < n && cin >> pile; i++)
            nim_sum ^= pile;
        // Of two piles, the last one and the xor give the first.
        bool lost = n == 2 ? cold(nim_sum ^ pile, pile) : nim_sum == 0;
        cout << (lost ? "Watson\n" : "Sherlock\n");
    }
    return 0;
}
