# hdu2176, printing the same move from equal piles once.
import sys

numbers = map(int, sys.stdin.read().split())
for count in numbers:
    if count == 0:
        break
    piles = [next(numbers) for _ in range(count)]
    total = 0
    for pile in piles:
        total ^= pile
    print("Yes" if total else "No")
    for pile in dict.fromkeys(piles):
        if pile ^ total < pile:
            print(pile, pile ^ total)
