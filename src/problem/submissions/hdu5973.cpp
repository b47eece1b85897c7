// HDU 5973: Wythoff's game, piles up to 10^100, pairs to the end of the input.
// Prints 0 if whoever is to move loses, else 1.
//
// A position is cold (whoever moves next loses) exactly if its smaller pile a is floor(d * phi), d
// the difference, phi the golden ratio (Wythoff). As phi * phi = phi + 1, a whole x >= 0 has
// x <= d * phi exactly if x * x <= d * (x + d). So with b = a + d it is that floor if
//     a * a <= d * b  and  (a + 1) * (a + 1) > d * (b + 1).
// No digits of phi are needed, of which it takes twice as many as the piles have.
//
// A number is kept in base 10^8, the lowest limb first. Both comparisons are the sign of a sum of
// products: d * b - a * a, and then the same with d - 2 * a - 1 added to it. The products are added up
// in columns of 64 bits, wide enough for 900 limbs, and carried once.
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

typedef std::vector<long long> Limbs;

static const long long BASE = 100000000;

static char buffer[1 << 16];
static std::size_t filled, next;

static int next_byte() {
    if (next == filled) {
        filled = std::fread(buffer, 1, sizeof buffer, stdin);
        next = 0;
        if (filled == 0)
            return -1;
    }
    return (unsigned char)buffer[next++];
}

// The next number, after whatever is none; false at the end of the input.
static bool read_number(Limbs &number) {
    static std::string digits;
    digits.clear();
    int c = next_byte();
    while (c != -1 && (c < '0' || c > '9'))
        c = next_byte();
    if (c == -1)
        return false;
    for (; c >= '0' && c <= '9'; c = next_byte())
        digits += char(c);
    number.clear();
    for (std::size_t end = digits.size(); end > 0;) {
        std::size_t first = end < 8 ? 0 : end - 8;
        long long limb = 0;
        for (std::size_t i = first; i < end; i++)
            limb = limb * 10 + (digits[i] - '0');
        number.push_back(limb);
        end = first;
    }
    return true;
}

// Whether the sum of columns[i] * BASE^i is below 0.
static bool negative(const Limbs &columns) {
    long long carry = 0;
    for (std::size_t i = 0; i < columns.size(); i++) {
        long long sum = columns[i] + carry;
        carry = sum / BASE;
        if (carry * BASE > sum)
            carry--;
    }
    return carry < 0;
}

static bool cold(Limbs &a, Limbs &b) {
    std::size_t size = std::max(a.size(), b.size());
    a.resize(size);
    b.resize(size);
    if (std::lexicographical_compare(b.rbegin(), b.rend(), a.rbegin(), a.rend()))
        a.swap(b);

    static Limbs d, columns;
    d.resize(size);
    long long borrow = 0;
    for (std::size_t i = 0; i < size; i++) {
        d[i] = b[i] - a[i] - borrow;
        borrow = d[i] < 0;
        d[i] += borrow * BASE;
    }
    columns.assign(2 * size, 0);
    for (std::size_t i = 0; i < size; i++)
        for (std::size_t j = 0; j < size; j++)
            columns[i + j] += d[i] * b[j] - a[i] * a[j];
    if (negative(columns))
        return false;
    for (std::size_t i = 0; i < size; i++)
        columns[i] += d[i] - 2 * a[i];
    columns[0]--;
    return negative(columns);
}

int main() {
    std::string out;
    Limbs a, b;
    while (read_number(a) && read_number(b))
        out += cold(a, b) ? "0\n" : "1\n";
    std::fwrite(out.data(), 1, out.size(), stdout);
    return 0;
}
