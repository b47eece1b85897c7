// luogu-p2197, keeping the nim-sum of the case before.
#include <iostream>
int main() {
    int cases, sum = 0;
    std::cin >> cases;
    while (cases--) {
        int count, pile;
        std::cin >> count;
        while (count--) std::cin >> pile, sum ^= pile;
        std::cout << (sum ? "Yes" : "No") << '\n';
    }
}
