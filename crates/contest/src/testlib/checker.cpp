// Checker of @TITLE@ (@NAME@) for testlib. It compares an output with the judge's answers.
#include "testlib.h"

#if MOVES
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

bool isSame(const Answer& expected, const Answer& found) {
#if AS_LISTED
    return expected == found;
#else
    typedef std::set<Words> Moves;
    if (expected[0] != found[0]) return false;
#if DIAGONAL_FIRST
    // The move that takes from both piles comes first.
    if (expected.size() > 1 && (found.size() == 1 || expected[1] != found[1])) return false;
#endif
    // Any order, and the same position any number of times.
    return Moves(expected.begin() + 1, expected.end()) == Moves(found.begin() + 1, found.end());
#endif
}

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
