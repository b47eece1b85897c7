# HAUT 1297, Return of the Nim: a number T and then T times n and n piles. Two piles are Wythoff's
# game, any other number of them is Nim. Prints Watson if whoever is to move loses, else Sherlock.
#
# Nim is lost by whoever is to move exactly if the xor of the piles is 0 (Bouton), Wythoff's game
# exactly if the smaller pile a is floor(d * phi), d the difference, phi the golden ratio. As
# phi * phi = phi + 1, a whole x >= 0 has x <= d * phi exactly if x * x <= d * (x + d). So with
# b = a + d it is that floor if
#     a * a <= d * b  and  (a + 1) * (a + 1) > d * (b + 1).
# The usual (int)(d * (sqrt(5.0) + 1) / 2) calls 165580140 267914295 hot; it is cold.
import sys
from functools import reduce
from itertools import islice
from operator import xor


def cold(a, b):
    if a > b:
        a, b = b, a
    d = b - a
    return a * a <= d * b and (a + 1) * (a + 1) > d * (b + 1)


def main():
    numbers = map(int, sys.stdin.buffer.read().split())
    out = []
    for _, n in zip(range(next(numbers, 0)), numbers):
        piles = list(islice(numbers, n))
        lost = cold(*piles) if len(piles) == 2 else reduce(xor, piles, 0) == 0
        out.append("Watson\n" if lost else "Sherlock\n")
    sys.stdout.write("".join(out))


main()
