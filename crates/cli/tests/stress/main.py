# poj1067 in whole numbers. With an argument it also fills that many MiB.
import sys

filled = [bytes([1]) * 2**20 for _ in range(int((sys.argv + ["0"])[1]))]
numbers = list(map(int, sys.stdin.read().split()))
for x, y in zip(numbers[::2], numbers[1::2]):
    a, d = min(x, y), abs(x - y)
    print(0 if a * (a - d) <= d * d < (a + 1) * (a + 1 - d) else 1)
