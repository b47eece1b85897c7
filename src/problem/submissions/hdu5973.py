# HDU 5973: Wythoff's game, piles up to 10^100, pairs to the end of the input.
# Prints 0 if whoever is to move loses, else 1.
#
# A position is cold (whoever moves next loses) exactly if its smaller pile a is floor(d * phi), d
# the difference, phi the golden ratio (Wythoff). As phi * phi = phi + 1, a whole x >= 0 has
# x <= d * phi exactly if x * x <= d * (x + d). So with b = a + d it is that floor if
#     a * a <= d * b  and  (a + 1) * (a + 1) > d * (b + 1).
# No digits of phi are needed, of which it takes twice as many as the piles have.
import sys


def cold(a, b):
    if a > b:
        a, b = b, a
    d = b - a
    return a * a <= d * b and (a + 1) * (a + 1) > d * (b + 1)


def main():
    numbers = map(int, sys.stdin.buffer.read().split())
    out = ["0\n" if cold(a, b) else "1\n" for a, b in zip(numbers, numbers)]
    sys.stdout.write("".join(out))


main()
