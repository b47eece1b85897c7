# poj1067, with messages on standard error.
import sys
from math import isqrt
for line in sys.stdin:
    a, b = sorted(map(int, line.split()))
    print("read", a, b, file=sys.stderr)
    print(int((b - a + isqrt(5 * (b - a) ** 2)) // 2 != a))
