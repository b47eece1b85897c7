# Luogu P2252: Wythoff's game, one pair, piles up to 10^9.
# Prints 0 if whoever is to move loses, else 1.
#
# A position is cold (whoever moves next loses) exactly if its smaller pile a is floor(d * phi), d
# the difference, phi the golden ratio (Wythoff). As phi * phi = phi + 1, a whole x >= 0 has
# x <= d * phi exactly if x * x <= d * (x + d). So with b = a + d it is that floor if
#     a * a <= d * b  and  (a + 1) * (a + 1) > d * (b + 1).
# The usual (int)(d * (sqrt(5.0) + 1) / 2) calls 165580140 267914295 hot; it is cold.
import sys


def cold(a, b):
    if a > b:
        a, b = b, a
    d = b - a
    return a * a <= d * b and (a + 1) * (a + 1) > d * (b + 1)


def main():
    numbers = sys.stdin.buffer.read().split()
    if len(numbers) >= 2:
        print(0 if cold(int(numbers[0]), int(numbers[1])) else 1)


main()
