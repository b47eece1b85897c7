# 51nod1185 with the 28 digits that Decimal has by default.
from decimal import Decimal

phi = (1 + Decimal(5).sqrt()) / 2
for _ in range(int(input())):
    a, b = sorted(map(int, input().split()))
    print("B" if int((b - a) * phi) == a else "A")
