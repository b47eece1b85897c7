# poj1067, reading without checking for the end of the input.
from math import isqrt
while True:
    a, b = sorted(map(int, input().split()))
    print(int((b - a + isqrt(5 * (b - a) ** 2)) // 2 != a))
