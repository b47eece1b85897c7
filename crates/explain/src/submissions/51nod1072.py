# 51Nod 1072: Wythoff's game, piles up to 2 * 10^6, a number T and then T pairs.
# Prints B if whoever is to move loses, else A.
#
# Whoever is to move loses exactly if the smaller pile is floor(d * phi), d the difference of the
# piles, phi the golden ratio (Wythoff). As phi = 1 + 1 / phi, a whole x > 0 has x > d * phi exactly
# if x > d and not d > (x - d) * phi. That takes subtractions only.
import sys


def exceeds(x, d):
    """Whether x > d * phi."""
    return x > d and not exceeds(d, x - d)


def cold(a, b):
    a, d = min(a, b), abs(a - b)
    return not exceeds(a, d) and exceeds(a + 1, d)


numbers = map(int, sys.stdin.read().split())
for _, a, b in zip(range(next(numbers, 0)), numbers, numbers):
    sys.stdout.write("B\n" if cold(a, b) else "A\n")
