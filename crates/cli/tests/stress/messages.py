# poj1067, with messages on standard error.
import sys
from math import isqrt
for number, line in enumerate(sys.stdin):
    a, b = sorted(map(int, line.split()))
    if number % 1000 == 0:
        print("case", number, a, b, file=sys.stderr)
    print(int((b - a + isqrt(5 * (b - a) ** 2)) // 2 != a))
