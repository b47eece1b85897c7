// HDU 5973: Wythoff's game, piles up to 10^100, pairs to the end of the input.
// Prints 0 if whoever is to move loses, else 1.
//
// Whoever is to move loses exactly if the smaller pile is floor(d * phi), d the difference of the
// piles, phi the golden ratio (Wythoff). As phi = 1 + 1 / phi, a whole x > 0 has x > d * phi exactly
// if x > d and not d > (x - d) * phi. That takes subtractions only.
#include <iostream>
#include <string>
#include <vector>
using namespace std;

const int SIZE = 12, BASE = 1000000000;

// In base 10^9, the highest limb first, so that vectors compare as the numbers do: room for 108 digits.
typedef vector<int> Number;

bool read_number(Number &x) {
    string digits;
    if (!(cin >> digits))
        return false;
    x.assign(SIZE, 0);
    for (size_t i = 0; i < digits.size(); i++) {
        int &limb = x[SIZE - 1 - (digits.size() - 1 - i) / 9];
        limb = limb * 10 + (digits[i] - '0');
    }
    return true;
}

Number subtract(Number x, const Number &y) {
    for (int i = SIZE - 1; i >= 0; i--) {
        x[i] -= y[i];
        if (x[i] < 0) {
            x[i] += BASE;
            x[i - 1]--;
        }
    }
    return x;
}

// Whether x > d * phi.
bool exceeds(const Number &x, const Number &d) {
    return x > d && !exceeds(d, subtract(x, d));
}

bool cold(Number a, Number b) {
    if (a > b)
        return cold(b, a);
    Number d = subtract(b, a);
    if (exceeds(a, d))
        return false;
    int i = SIZE - 1;
    while (++a[i] == BASE)
        a[i--] = 0;
    return exceeds(a, d);
}

int main() {
    ios::sync_with_stdio(false);
    cin.tie(0);
    Number a, b;
    while (read_number(a) && read_number(b))
        cout << (cold(a, b) ? "0\n" : "1\n");
    return 0;
}
