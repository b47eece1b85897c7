# poj1067 by trying all moves: right for small piles.
import sys
from functools import lru_cache

@lru_cache(None)
def wins(a, b):
    return any(not wins(a - k, b) for k in range(1, a + 1)) or \
        any(not wins(a, b - k) for k in range(1, b + 1)) or \
        any(not wins(a - k, b - k) for k in range(1, min(a, b) + 1))

for line in sys.stdin:
    print(int(wins(*map(int, line.split()))))
