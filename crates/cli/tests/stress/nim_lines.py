# luogu-p2197, line by line.
from functools import reduce
from operator import xor

for _ in range(int(input())):
    input()
    print("Yes" if reduce(xor, map(int, input().split())) else "No")
