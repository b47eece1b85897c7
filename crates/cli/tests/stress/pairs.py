# 51nod1072 from a dictionary of the cold pairs.
import sys
cold, lower, gap = {}, 1, 1
while lower <= 2000000:
    if lower not in cold:
        cold[lower] = lower + gap
        cold[lower + gap] = lower
        gap += 1
    lower += 1
numbers = list(map(int, sys.stdin.read().split()))[1:]
for a, b in zip(numbers[::2], numbers[1::2]):
    print("B" if cold.get(a) == b else "A")
