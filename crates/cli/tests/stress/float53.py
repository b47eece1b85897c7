# 51nod1185 in the floats of Python.
for _ in range(int(input())):
    a, b = sorted(map(int, input().split()))
    print("B" if int((b - a) * (1 + 5 ** 0.5) / 2) == a else "A")
