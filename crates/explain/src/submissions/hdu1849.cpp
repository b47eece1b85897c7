// HDU 1849: Nim; a case is n and n piles, until n is 0.
// Prints "Grass Win!" if whoever is to move loses, else "Rabbit Win!".
//
// Whoever is to move loses exactly if the xor of the piles is 0 (Bouton).
#include <iostream>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(0);
    int n, pile;
    while (cin >> n && n > 0) {
        int nim_sum = 0;
        while (n-- > 0 && cin >> pile)
            nim_sum ^= pile;
        cout << (nim_sum == 0 ? "Grass Win!\n" : "Rabbit Win!\n");
    }
    return 0;
}
