# hdu1849, answering the 0 at the end, too.
import sys
numbers = list(map(int, sys.stdin.read().split()))
at = 0
while at < len(numbers):
    total = 0
    for place in numbers[at + 1:at + 1 + numbers[at]]:
        total ^= place
    print("Rabbit Win!" if total else "Grass Win!")
    at += 1 + numbers[at]
