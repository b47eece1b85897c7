# Luogu P2252: Wythoff's game, one pair, piles up to 10^9.
# Prints 0 if whoever is to move loses, else 1.
#
# Whoever is to move loses exactly if the smaller pile is floor(d * phi), d the difference of the
# piles, phi the golden ratio (Wythoff). As phi = 1 + 1 / phi, a whole x > 0 has x > d * phi exactly
# if x > d and not d > (x - d) * phi. That takes subtractions only.
# The usual (int)(d * (sqrt(5.0) + 1) / 2) calls 165580140 267914295 hot; it is cold.
import sys


def exceeds(x, d):
    """Whether x > d * phi."""
    return x > d and not exceeds(d, x - d)


def cold(a, b):
    a, d = min(a, b), abs(a - b)
    return not exceeds(a, d) and exceeds(a + 1, d)


a, b = map(int, sys.stdin.read().split()[:2])
print(0 if cold(a, b) else 1)
