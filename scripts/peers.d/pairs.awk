# Exact for piles up to 10^9, though awk has doubles only: floor((phi - 1) * 2^72) in three limbs of
# 24 bits, so that for d < 2^29 every product stays below 2^53. A larger d is hot: the larger pile of
# a cold pair of that difference is beyond 10^9.
{
    m = $1; d = $2 - m
    if (d < 0) { m = $2; d = -d }
    h = int(d * 8132083 / 16777216)
    h = int((d * 12156746 + h) / 16777216)
    h = int((d * 10368889 + h) / 16777216)
    print (d >= 536870912 || m - d != h)
}
