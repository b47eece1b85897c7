# poj1067, with a blank line after each answer.
import sys
from math import isqrt
for line in sys.stdin:
    a, b = sorted(map(int, line.split()))
    d = b - a
    print("%d\n" % ((d + isqrt(5 * d * d)) // 2 != a))
