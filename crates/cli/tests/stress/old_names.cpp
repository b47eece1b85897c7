// poj1067 with names that the library took after C++98.
#include <algorithm>
#include <cmath>
#include <iostream>
using namespace std;
int size, data[2];
long long floor_of_phi(long long d) throw(int) {
    if (d < 0) throw 1;
    long long x = (long long)(d * (1 + sqrt(5.0)) / 2);
    // The largest x with x (x - d) <= d d.
    while (x * (x - d) > d * d) x--;
    while ((x + 1) * (x + 1 - d) <= d * d) x++;
    return x;
}
int main() {
    while (cin >> data[0] >> data[1]) {
        size++;
        sort(data, data + 2);
        cout << (data[0] != floor_of_phi(data[1] - data[0])) << '\n';
    }
    return size < 0;
}
