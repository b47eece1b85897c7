// HDU 2176: Nim; a case is n and n piles (n up to 200000), until n is 0.
// Prints No if whoever is to move loses; else Yes, and for each pile with a winning move a line:
// the pile, and what to leave of it.
//
// Whoever is to move loses exactly if the xor of the piles is 0 (Bouton). So a winning move in a pile
// must leave the xor of the others there, pile ^ nim_sum, and that must be less than the pile.
#include <iostream>
using namespace std;

int piles[200000];

int main() {
    ios::sync_with_stdio(false);
    cin.tie(0);
    int n;
    while (cin >> n && n > 0) {
        int nim_sum = 0;
        for (int i = 0; i < n && cin >> piles[i]; i++)
            nim_sum ^= piles[i];
        cout << (nim_sum == 0 ? "No\n" : "Yes\n");
        for (int i = 0; i < n; i++)
            if ((piles[i] ^ nim_sum) < piles[i])
                cout << piles[i] << ' ' << (piles[i] ^ nim_sum) << '\n';
    }
    return 0;
}
