// Luogu P2197: Nim. The input is T, and for each of T cases n and n piles.
// Prints No if whoever is to move loses, else Yes.
//
// Whoever is to move loses exactly if the xor of the piles is 0 (Bouton).
#include <iostream>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(0);
    int cases = 0, n, pile;
    cin >> cases;
    while (cases-- > 0 && cin >> n) {
        int nim_sum = 0;
        while (n-- > 0 && cin >> pile)
            nim_sum ^= pile;
        cout << (nim_sum == 0 ? "No\n" : "Yes\n");
    }
    return 0;
}
