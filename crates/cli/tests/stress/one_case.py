# poj1067, reading one position only.
a, b = sorted(map(int, input().split()))
d = b - a
print(0 if a * (a - d) <= d * d < (a + 1) * (a + 1 - d) else 1)
