# 51nod1072, looking for each position in a list of all cold ones.
cold = []
used = bytearray(2000002)
a = d = 0
while a + d <= 2000000:
    cold.append((a, a + d))
    used[a] = used[a + d] = 1
    while used[a]:
        a += 1
    d += 1
for _ in range(int(input())):
    print("B" if tuple(sorted(map(int, input().split()))) in cold else "A")
