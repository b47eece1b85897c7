"""The reference that the tests compare with, and positions that are hard to decide."""

from math import isqrt
from random import Random


def cold_by_isqrt(a: int, b: int) -> bool:
    """Wythoff's theorem in whole numbers, by another method than the package's."""
    d = abs(a - b)
    return min(a, b) == (d + isqrt(5 * d * d)) // 2


def hard_positions(bits: int, count: int = 3000) -> list[tuple[int, int]]:
    """Positions with piles below `2**bits`: near cold ones at Fibonacci differences, at edges, and of all sizes."""
    random = Random(bits)
    differences = [0, 1]
    while differences[-1] < 2**bits:
        differences.append(differences[-1] + differences[-2])
    differences += [random.getrandbits(random.randint(1, bits)) for _ in range(count // 5)]
    pairs = []
    for d in differences:
        lower = (d + isqrt(5 * d * d)) // 2
        pairs += [(lower + step, lower + d) for step in (-1, 0, 1)]
        pairs += [(lower + d, lower)]
    pairs += [(2**bits - 1, 2**bits - 1), (0, 2**bits - 1), (0, 0), (2**bits - 1, 1)]
    pairs = [(a, b) for a, b in pairs if 0 <= a < 2**bits and 0 <= b < 2**bits]
    random.shuffle(pairs)
    return pairs
