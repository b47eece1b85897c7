// cin and cout. With -DUNSYNCED, the two lines that everybody is told to add.
#include <iostream>
#include "decide.h"
using namespace std;

int main() {
#ifdef UNSYNCED
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
#endif
    uint64_t a, b;
    while (cin >> a >> b) cout << is_hot(a, b) << '\n';
}
