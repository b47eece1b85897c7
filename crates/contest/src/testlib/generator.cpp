// Generator of inputs of @TITLE@ (@NAME@) for testlib.
#if ONE
// Usage: generator [-max=@MAX_PILE@] SEED
#else
// Usage: generator [-records=@RECORDS@] [-max=@MAX_PILE@] SEED
#endif
#include "testlib.h"
#include <iostream>

#if TEXT
// Beyond every integer type: decimal digits, which are only added and compared.
typedef std::string Pile;

bool isAtMost(const Pile& a, const Pile& b) {
    return a.size() < b.size() || (a.size() == b.size() && a <= b);
}

Pile sum(const Pile& a, const Pile& b) {
    Pile digits;
    int carry = 0;
    for (size_t i = 0; i < a.size() || i < b.size() || carry; i++) {
        if (i < a.size()) carry += a[a.size() - 1 - i] - '0';
        if (i < b.size()) carry += b[b.size() - 1 - i] - '0';
        digits += char('0' + carry % 10);
        carry /= 10;
    }
    return Pile(digits.rbegin(), digits.rend());
}

Pile uniform(const Pile& max) {
    Pile pile;
    int length = rnd.next(1, int(max.size()));
    for (int i = 0; i < length; i++) pile += char('0' + rnd.next(i == 0 && length > 1 ? 1 : 0, 9));
    return isAtMost(pile, max) ? pile : max;
}

const Pile ZERO = "0", ONE = "1";
#else
typedef long long Pile;

bool isAtMost(Pile a, Pile b) {
    return a <= b;
}

Pile sum(Pile a, Pile b) {
    return a + b;
}

Pile uniform(Pile max) {
    return rnd.next(0LL, max);
}

const Pile ZERO = 0, ONE = 1;
#endif

Pile maxPile;

#if SOME_PAIRS
// A cold pair, where the amounts taken from both piles differ by less than r. Without floating point: with the terms 1,
// r + 1, and from there on r times the last one plus the one before it (for r = 1 the Fibonacci numbers), the smaller
// pile is written with digits up to r, a digit 0 after each r, and an even number of zeros at its end. The larger pile
// has the same digits and one more zero.
std::pair<Pile, Pile> coldPair(int r) {
    std::vector<Pile> terms(1, ONE);
    Pile before = ONE, term = ONE;
    for (;;) {
        Pile next = before;
        for (int i = 0; i < r && isAtMost(next, maxPile); i++) next = sum(next, term);
        if (!isAtMost(next, maxPile)) break;
        terms.push_back(next);
        before = term;
        term = next;
    }
    Pile a = ZERO, b = ZERO;
    int zeros = 2 * rnd.next(0, int(terms.size()) / 2), last = 0;
    for (int i = zeros; i + 1 < int(terms.size()); i++) {
        // The lowest digit is not 0, and the digit r has a 0 below it.
        int digit = i == zeros ? rnd.next(1, r) : rnd.next(0, last == 0 ? r : r - 1);
        Pile larger = b;
        for (int j = 0; j < digit && isAtMost(larger, maxPile); j++) larger = sum(larger, terms[i + 1]);
        if (!isAtMost(larger, maxPile)) break;
        for (int j = 0; j < digit; j++) a = sum(a, terms[i]);
        b = larger;
        last = digit;
    }
    return std::make_pair(a, b);
}

// A pair by chance, a cold one, or one next to it, which is hot.
std::pair<Pile, Pile> drawPair(int r) {
    int kind = rnd.next(3);
    std::pair<Pile, Pile> pair = coldPair(r);
    if (kind == 0) pair = std::make_pair(uniform(maxPile), uniform(maxPile));
    if (kind == 1 && isAtMost(sum(pair.second, ONE), maxPile)) pair.second = sum(pair.second, ONE);
#if POSITIVE
    pair = std::make_pair(std::max(pair.first, ONE), std::max(pair.second, ONE));
#endif
#if ORDERED
    if (!isAtMost(pair.first, pair.second)) std::swap(pair.first, pair.second);
#else
    if (rnd.next(2)) std::swap(pair.first, pair.second);
#endif
#if ZERO
    // 0 0 would end the input.
    if (pair.first == ZERO && pair.second == ZERO) pair.second = ONE;
#endif
    return pair;
}

void printPair(int r) {
    std::pair<Pile, Pile> pair = drawPair(r);
    std::cout << pair.first << ' ' << pair.second << '\n';
}
#endif

#if PILES
// Piles by chance; in half of the cases their nim-sum is 0, so they are cold.
std::vector<Pile> drawPiles(int count) {
    Pile power = 1;
    while (power <= (maxPile - 1) / 2) power *= 2;
    bool isCold = rnd.next(2);
    Pile nimSum = 0;
    std::vector<Pile> piles;
    for (int i = 0; i < count; i++) {
        piles.push_back(uniform(isCold ? power - 1 : maxPile));
        if (isCold && i == count - 1) piles.back() = nimSum;
        nimSum ^= piles.back();
    }
#if POSITIVE
    for (int i = 0; i < count; i++) piles[i] = std::max(piles[i], ONE);
#endif
    return piles;
}
#endif

void printRecord() {
#if PAIR
    printPair(1);
#else
#if BOUNDED
    int bound = rnd.next(0, 9), pairs = rnd.next(1, 20);
    std::cout << bound << ' ' << pairs << '\n';
    for (int i = 0; i < pairs; i++) printPair(bound + 1);
#else
#if PILES_OR_PAIR
    // Two piles are played by Wythoff's rules, an odd prime number of them by those of Nim.
    const int primes[] = {3, 5, 7, 11, 13, 17, 19, 23, 29};
    int count = primes[rnd.next(9)];
    if (rnd.next(2)) {
        std::cout << "2\n";
        printPair(1);
        return;
    }
#else
    int count = rnd.next(@MIN_PILES@, @CASE_PILES@);
#endif
    std::vector<Pile> piles = drawPiles(count);
    std::cout << count << '\n';
    for (int i = 0; i < count; i++) std::cout << (i > 0 ? " " : "") << piles[i];
    std::cout << '\n';
#endif
#endif
}

int main(int argc, char* argv[]) {
    registerGen(argc, argv, 1);
#if TEXT
    maxPile = opt<Pile>("max", "@MAX_PILE@");
#else
    maxPile = opt<Pile>("max", @MAX_PILE@LL);
#endif
#if ONE
    printRecord();
#else
    int records = opt<int>("records", @RECORDS@);
#if COUNT
    std::cout << records << '\n';
#endif
    for (int i = 0; i < records; i++) printRecord();
#endif
#if PAIR_AND_ZERO
    std::cout << "0 0\n";
#else
#if ZERO
    std::cout << "0\n";
#endif
#endif
}
