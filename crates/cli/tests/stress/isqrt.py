# 51nod1185 in whole numbers, with math.isqrt.
from math import isqrt

for _ in range(int(input())):
    a, b = sorted(map(int, input().split()))
    d = b - a
    print("B" if (d + isqrt(5 * d * d)) // 2 == a else "A")
