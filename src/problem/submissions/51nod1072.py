# 51Nod 1072: Wythoff's game, piles up to 2 * 10^6, a number T and then T pairs.
# Prints B if whoever is to move loses, else A.
#
# A position is cold (whoever moves next loses) exactly if its smaller pile a is floor(d * phi), d
# the difference, phi the golden ratio (Wythoff). As phi * phi = phi + 1, a whole x >= 0 has
# x <= d * phi exactly if x * x <= d * (x + d). So with b = a + d it is that floor if
#     a * a <= d * b  and  (a + 1) * (a + 1) > d * (b + 1).
# Floating point would do for piles this small, but needs an argument; this needs none.
import sys


def cold(a, b):
    if a > b:
        a, b = b, a
    d = b - a
    return a * a <= d * b and (a + 1) * (a + 1) > d * (b + 1)


def main():
    numbers = map(int, sys.stdin.buffer.read().split())
    cases = range(next(numbers, 0))
    out = ["B\n" if cold(a, b) else "A\n" for _, a, b in zip(cases, numbers, numbers)]
    sys.stdout.write("".join(out))


main()
