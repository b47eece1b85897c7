// 51nod1185 with 27 decimals of phi - 1 in three limbs: wrong from the difference 44945570212853 on.
#include <cstdio>
#include <utility>
typedef long long ll;
int main() {
    const ll limb[3] = {618033988, 749894848, 204586834};
    const ll base = 1000000000;
    int t;
    ll a, b;
    std::scanf("%d", &t);
    while (t-- > 0 && std::scanf("%lld %lld", &a, &b) == 2) {
        if (a > b) std::swap(a, b);
        ll d = b - a, high = d / base, low = d % base;
        ll sum = low * limb[2];
        sum = high * limb[2] + low * limb[1] + sum / base;
        sum = high * limb[1] + low * limb[0] + sum / base;
        sum = d + high * limb[0] + sum / base;
        std::puts(a == sum ? "B" : "A");
    }
}
