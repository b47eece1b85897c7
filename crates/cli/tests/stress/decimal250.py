# hdu5973 with 250 digits of phi.
import sys
from decimal import Decimal, getcontext
getcontext().prec = 250
phi = (1 + Decimal(5).sqrt()) / 2
for line in sys.stdin:
    a, b = sorted(map(int, line.split()))
    print(int(int((b - a) * phi) != a))
