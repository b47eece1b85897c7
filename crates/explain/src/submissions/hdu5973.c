// HDU 5973: Wythoff's game, piles up to 10^100, pairs to the end of the input.
// Prints 0 if whoever is to move loses, else 1.
//
// Whoever is to move loses exactly if the smaller pile is floor(d * phi), d the difference of the
// piles, phi the golden ratio (Wythoff). As phi = 1 + 1 / phi, a whole x > 0 has x > d * phi exactly
// if x > d and not d > (x - d) * phi. That takes subtractions only.
#include <stdio.h>
#include <string.h>

enum { SIZE = 12, BASE = 1000000000 };

// In base 10^9, the lowest limb first: room for 108 digits.
typedef struct {
    int limb[SIZE];
} Number;

static int read_number(Number *x) {
    char digits[109];
    int i, length;
    if (scanf("%108s", digits) != 1)
        return 0;
    memset(x, 0, sizeof *x);
    length = (int)strlen(digits);
    for (i = 0; i < length; i++) {
        int *limb = &x->limb[(length - 1 - i) / 9];
        *limb = *limb * 10 + (digits[i] - '0');
    }
    return 1;
}

static int greater(const Number *x, const Number *y) {
    int i = SIZE - 1;
    while (i > 0 && x->limb[i] == y->limb[i])
        i--;
    return x->limb[i] > y->limb[i];
}

static Number subtract(Number x, const Number *y) {
    int i;
    for (i = 0; i < SIZE; i++) {
        x.limb[i] -= y->limb[i];
        if (x.limb[i] < 0) {
            x.limb[i] += BASE;
            x.limb[i + 1]--;
        }
    }
    return x;
}

// Whether x > d * phi.
static int exceeds(Number x, Number d) {
    return greater(&x, &d) && !exceeds(d, subtract(x, &d));
}

static int cold(Number a, Number b) {
    Number d;
    int i = 0;
    if (greater(&a, &b))
        return cold(b, a);
    d = subtract(b, &a);
    if (exceeds(a, d))
        return 0;
    while (++a.limb[i] == BASE)
        a.limb[i++] = 0;
    return exceeds(a, d);
}

int main(void) {
    Number a, b;
    while (read_number(&a) && read_number(&b))
        puts(cold(a, b) ? "0" : "1");
    return 0;
}
