# HAUT 1297, Return of the Nim: T, and for each of T cases n, a prime, and n piles. A move takes from
# one pile, or the same number from all. Prints Watson if whoever is to move loses, else Sherlock.
#
# With an odd n whoever is to move loses exactly if the xor of the piles is 0, as in Nim (Bouton):
# taking k from all flips the lowest 1 bit of k in each pile, so in the xor, too. Two piles are
# Wythoff's game, lost exactly if the smaller one is floor(d * phi), d the difference of the piles,
# phi the golden ratio. As phi = 1 + 1 / phi, a whole x > 0 has x > d * phi exactly if x > d and not
# d > (x - d) * phi. That takes subtractions only.
# The usual (int)(d * (sqrt(5.0) + 1) / 2) calls 165580140 267914295 hot; it is cold.
import sys
from functools import reduce
from itertools import islice
from operator import xor


def exceeds(x, d):
    """Whether x > d * phi."""
    return x > d and not exceeds(d, x - d)


def cold(a, b):
    a, d = min(a, b), abs(a - b)
    return not exceeds(a, d) and exceeds(a + 1, d)


numbers = map(int, sys.stdin.read().split())
for _, n in zip(range(next(numbers, 0)), numbers):
    piles = list(islice(numbers, n))
    lost = cold(*piles) if n == 2 else reduce(xor, piles, 0) == 0
    sys.stdout.write("Watson\n" if lost else "Sherlock\n")
