// haut1297, taking the first of two piles for the smaller one.
#include <cmath>
#include <iostream>
#include <vector>
int main() {
    int cases, count;
    std::cin >> cases;
    while (cases-- && std::cin >> count) {
        std::vector<int> piles(count);
        int sum = 0;
        for (int& pile : piles) std::cin >> pile, sum ^= pile;
        bool wins = sum != 0;
        if (count == 2) wins = std::floor((piles[1] - piles[0]) * (1 + std::sqrt(5.0)) / 2) != piles[0];
        std::cout << (wins ? "Sherlock\n" : "Watson\n");
    }
}
