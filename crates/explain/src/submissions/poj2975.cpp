// POJ 2975 and HDU 1850: Nim; a case is n (up to 1000) and n piles, until n is 0.
// Prints the number of winning first moves.
//
// Whoever is to move loses exactly if the xor of the piles is 0 (Bouton). So a winning move in a pile
// must leave the xor of the others there, pile ^ nim_sum, and that must be less than the pile.
#include <iostream>
using namespace std;

int piles[1000];

int main() {
    ios::sync_with_stdio(false);
    cin.tie(0);
    int n;
    while (cin >> n && n > 0) {
        int nim_sum = 0, count = 0;
        for (int i = 0; i < n && cin >> piles[i]; i++)
            nim_sum ^= piles[i];
        for (int i = 0; i < n; i++)
            count += (piles[i] ^ nim_sum) < piles[i];
        cout << count << '\n';
    }
    return 0;
}
