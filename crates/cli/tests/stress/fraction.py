# poj1067 with the fraction 618034 / 1000000 for phi - 1.
import sys
numbers = list(map(int, sys.stdin.read().split()))
for a, b in zip(numbers[::2], numbers[1::2]):
    d = abs(a - b)
    print(int(min(a, b) != d + d * 618034 // 1000000))
