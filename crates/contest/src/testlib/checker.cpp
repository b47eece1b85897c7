// Checker of @TITLE@ (@NAME@) for testlib. It compares an output with the judge's answers.
#include "testlib.h"

#if MOVES
#include <algorithm>
#include <map>
#include <set>
#include <sstream>

typedef std::vector<std::string> Words;
typedef std::vector<Words> Answer;

// The words of the next line that is not blank; none at the end.
Words readWords(InStream& in) {
    Words words;
    while (words.empty() && !in.eof()) {
        std::istringstream line(in.readLine());
        for (std::string word; line >> word;) words.push_back(word);
    }
    return words;
}

// A label, and the lines of two words after it, which are moves. `next` is the line that was read before.
Answer readAnswer(InStream& in, Words& next) {
    Answer answer(1, next);
    for (next = readWords(in); next.size() == 2; next = readWords(in)) answer.push_back(next);
    return answer;
}

#if AS_LISTED
bool isSame(const Answer& expected, const Answer& found) { return expected == found; }
#else
// The number of moves from (a, b) to (x, y), if a <= b and x <= y.
int countMoves(long long a, long long b, long long x, long long y) {
    bool fromBoth = b - a == y - x && x < a;
    bool fromLarger = (a == x && y < b) || (a == y && x < b);
    bool fromSmaller = b == y && x < a;
    return fromBoth + fromLarger + fromSmaller;
}

// Reads the pair of the case. Moves may be in any order, and a position may occur as often as there are moves to it.
bool isSame(const Answer& expected, const Answer& found) {
    long long a = std::stoll(inf.readWord()), b = std::stoll(inf.readWord());
    if (expected[0] != found[0]) return false;
#if DIAGONAL_FIRST
    // The move that takes from both piles comes first.
    if (expected.size() > 1 && (found.size() == 1 || expected[1] != found[1])) return false;
#endif
    std::map<Words, int> times;
    for (size_t i = 1; i < found.size(); i++) times[found[i]]++;
    std::set<Words> right(expected.begin() + 1, expected.end());
    for (const Words& to : right) {
        int most = countMoves(std::min(a, b), std::max(a, b), std::stoll(to[0]), std::stoll(to[1]));
        if (times[to] < 1 || times[to] > most) return false;
    }
    return times.size() == right.size();
}
#endif

int main(int argc, char* argv[]) {
    registerTestlibCmd(argc, argv);
    Words expected = readWords(ans), found = readWords(ouf);
    int cases = 0;
    while (!expected.empty()) {
        cases++;
        if (found.empty()) quitf(_wa, "case %d has no answer", cases);
        std::string label = found[0];
        Answer right = readAnswer(ans, expected);
        if (!isSame(right, readAnswer(ouf, found)))
            quitf(_wa, "case %d: expected the answer '%s' and %d moves, found another answer, '%s'", cases,
                  right[0][0].c_str(), int(right.size()) - 1, compress(label).c_str());
    }
    if (!found.empty()) quitf(_pe, "an answer after the last of %d cases", cases);
    quitf(_ok, "%d cases", cases);
}
#else
int main(int argc, char* argv[]) {
    registerTestlibCmd(argc, argv);
    int words = 0;
    for (; !ans.seekEof(); words++) {
        if (ouf.seekEof()) quitf(_wa, "the output ends after word %d", words);
        std::string expected = ans.readWord(), found = ouf.readWord();
        if (expected != found)
            quitf(_wa, "word %d: expected '%s', found '%s'", words + 1, compress(expected).c_str(),
                  compress(found).c_str());
    }
    if (!ouf.seekEof()) quitf(_pe, "more than %d words", words);
    quitf(_ok, "%d words", words);
}
#endif
