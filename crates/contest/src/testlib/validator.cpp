// Input validator of @TITLE@ (@NAME@) for testlib.
#include "testlib.h"
#include <climits>

#if TEXT
// Beyond every integer type: compared as digits.
const std::string MAX = "@MAX_PILE@";

void readPile(const char* name) {
    std::string pile = inf.readToken("0|[1-9][0-9]*", name);
    bool isLonger = pile.size() > MAX.size(), isAsLong = pile.size() == MAX.size();
    inf.ensuref(!isLonger && !(isAsLong && pile > MAX), "%s is larger than %s", name, MAX.c_str());
}
#else
const long long MAX = @MAX_PILE@LL;

long long readPile(const char* name) {
    return inf.readLong(@MIN_PILE@LL, MAX, name);
}
#endif

#if ZERO
// Reads a record; returns false for the one that ends the input.
bool readRecord() {
#else
void readRecord() {
#endif
#if PAIR_AND_ZERO
    long long a = readPile("a");
    inf.readSpace();
#if ORDERED
    long long b = inf.readLong(a, MAX, "b");
#else
    long long b = readPile("b");
#endif
    inf.readEoln();
    return a != 0 || b != 0;
#else
#if PAIR
    readPile("a");
    inf.readSpace();
    readPile("b");
    inf.readEoln();
#else
#if BOUNDED
    inf.readUnsignedLong(0ULL, @MAX_BOUND@ULL, "K");
    inf.readSpace();
    long long pairs = inf.readLong(1LL, LLONG_MAX, "Q");
    inf.readEoln();
    for (long long i = 0; i < pairs; i++) {
        readPile("a");
        inf.readSpace();
        readPile("b");
        inf.readEoln();
    }
#else
#if ZERO
    long long piles = inf.readLong(0LL, @MAX_PILES@LL, "piles");
    inf.readEoln();
    if (piles == 0) return false;
    inf.ensuref(piles >= @MIN_PILES@, "fewer than @MIN_PILES@ piles");
#else
    long long piles = inf.readLong(@MIN_PILES@LL, @MAX_PILES@LL, "piles");
    inf.readEoln();
#endif
#if PILES_OR_PAIR
    for (long long i = 2; i < piles; i++) inf.ensuref(piles % i != 0, "the number of piles is no prime");
#endif
    for (long long i = 0; i < piles; i++) {
        if (i > 0) inf.readSpace();
        readPile("pile");
    }
    inf.readEoln();
#if ZERO
    return true;
#endif
#endif
#endif
#endif
}

int main(int argc, char* argv[]) {
    registerValidation(argc, argv);
#if COUNT
    long long records = inf.readLong(1LL, @MAX_RECORDS@LL, "records");
    inf.readEoln();
    for (long long i = 0; i < records; i++) readRecord();
#else
#if ZERO
    inf.ensuref(readRecord(), "the input has no record");
    while (readRecord()) {
    }
#else
#if ONE
    readRecord();
#else
    do readRecord();
    while (!inf.eof());
#endif
#endif
#endif
    inf.readEof();
    return 0;
}
