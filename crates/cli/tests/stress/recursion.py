# poj1067 by a recursion over the cold pairs: it is too deep from difference 1000 on.
import sys

lower, uppers = {0: 0}, {0}

def cold(d):
    if d not in lower:
        a = cold(d - 1) + 1
        while a in uppers:
            a += 1
        lower[d] = a
        uppers.add(a + d)
    return lower[d]

for line in sys.stdin:
    a, b = sorted(map(int, line.split()))
    print(0 if cold(b - a) == a else 1)
