# UVa 11249, Game: Wythoff's game, except that the two numbers taken from both piles may differ by
# up to K. The number of cases; each has K, Q and Q pairs. Prints LOSING if whoever is to move
# loses, else WINNING, and an empty line after each case.
#
# With r = K + 1, whoever is to move loses exactly at a = floor(n * t), b = a + r * n, n = 0, 1, ...,
# where t = s - r + 1 and s = (r + sqrt(r * r + 4)) / 2 (Fraenkel). As s = r + 1 / s, a whole x > 0
# has x > n * s exactly if x > n * r and not n > (x - n * r) * s. That takes no number above 2^64.
import sys


def exceeds(r, x, n):
    """Whether x > n * s."""
    return x > n * r and not exceeds(r, n, x - n * r)


def above(r, x, n):
    """Whether x > n * t, which is x + (r - 1) * n > n * s."""
    return x > n and not exceeds(r, n, x - n)


def cold(r, a, b):
    a, (n, rest) = min(a, b), divmod(abs(a - b), r)
    return rest == 0 and not above(r, a, n) and above(r, a + 1, n)


numbers = map(int, sys.stdin.read().split())
for _, k, q in zip(range(next(numbers, 0)), numbers, numbers):
    for _, a, b in zip(range(q), numbers, numbers):
        sys.stdout.write("LOSING\n" if cold(k + 1, a, b) else "WINNING\n")
    sys.stdout.write("\n")
