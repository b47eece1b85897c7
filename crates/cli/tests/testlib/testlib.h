// A stand-in for testlib.h with the calls that the printed programs use. It behaves as the documentation of testlib says,
// only slower. The tests compile with the real one where WYTHOFF_TEST_TESTLIB names its folder.
#pragma once
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>
#include <random>
#include <sstream>
#include <string>
#include <vector>

enum TResult { _ok = 0, _wa = 1, _pe = 2, _fail = 3 };

[[noreturn]] inline void standInQuit(TResult result, const std::string& message) {
    const char* names[] = {"ok ", "wrong answer ", "wrong output format ", "FAIL "};
    std::fprintf(stderr, "%s%s\n", names[result], message.c_str());
    std::exit(result);
}

inline std::string standInFormat(const char* format, va_list args) {
    char text[4096];
    std::vsnprintf(text, sizeof text, format, args);
    return text;
}

[[noreturn]] __attribute__((format(printf, 2, 3))) inline void quitf(TResult result, const char* format, ...) {
    va_list args;
    va_start(args, format);
    standInQuit(result, standInFormat(format, args));
}

inline std::string compress(const std::string& text) {
    return text.size() <= 64 ? text : text.substr(0, 30) + "..." + text.substr(text.size() - 31);
}

struct InStream {
    std::string text;
    size_t at = 0;
    TResult fault = _fail;

    void read(std::istream& from) {
        text.assign(std::istreambuf_iterator<char>(from), std::istreambuf_iterator<char>());
    }
    static bool isBlank(char c) { return std::strchr(" \t\r\n", c) && c; }
    bool eof() const { return at == text.size(); }
    bool seekEof() {
        while (!eof() && isBlank(text[at])) at++;
        return eof();
    }
    std::string untilBlank() {
        size_t start = at;
        while (!eof() && !isBlank(text[at])) at++;
        return text.substr(start, at - start);
    }
    std::string readWord() {
        if (seekEof()) standInQuit(_pe, "a word is missing");
        return untilBlank();
    }
    std::string readLine() {
        size_t start = at;
        while (!eof() && text[at] != '\n') at++;
        std::string line = text.substr(start, at - start);
        if (!eof()) at++;
        return line;
    }
    // Only the pattern of a number is known.
    std::string readToken(const std::string& pattern, const std::string& name) {
        if (pattern != "0|[1-9][0-9]*") standInQuit(_fail, "the stand-in does not know this pattern");
        std::string token = untilBlank();
        bool isNumber = !token.empty() && token.find_first_not_of("0123456789") == std::string::npos;
        if (!isNumber || (token[0] == '0' && token.size() > 1)) standInQuit(fault, name + ": " + token);
        return token;
    }
    unsigned long long readUnsignedLong(unsigned long long min, unsigned long long max, const std::string& name) {
        std::string token = readToken("0|[1-9][0-9]*", name);
        unsigned long long value = std::strtoull(token.c_str(), 0, 10);
        if (std::to_string(value) != token || value < min || value > max) standInQuit(fault, name + ": " + token);
        return value;
    }
    long long readLong(long long min, long long max, const std::string& name) {
        return static_cast<long long>(readUnsignedLong(min, max, name));
    }
    void readByte(char c, const char* name) {
        if (eof() || text[at++] != c) standInQuit(fault, std::string("expected ") + name);
    }
    void readSpace() { readByte(' ', "a space"); }
    void readEoln() { readByte('\n', "a line end"); }
    void readEof() {
        if (!eof()) standInQuit(fault, "expected the end");
    }
    __attribute__((format(printf, 3, 4))) void ensuref(bool holds, const char* format, ...) {
        va_list args;
        va_start(args, format);
        if (!holds) standInQuit(fault, standInFormat(format, args));
        va_end(args);
    }
};

static InStream inf, ouf, ans;

static inline void registerValidation(int, char*[]) { inf.read(std::cin); }

static inline void registerTestlibCmd(int argc, char* argv[]) {
    InStream* streams[] = {&inf, &ouf, &ans};
    for (int i = 0; i < 3; i++) {
        std::ifstream file(i + 1 < argc ? argv[i + 1] : "");
        if (!file) standInQuit(i == 1 ? _pe : _fail, "a file is missing");
        streams[i]->read(file);
    }
    if (ouf.text.compare(0, 3, "\xef\xbb\xbf") == 0) ouf.at = 3;
}

static struct {
    std::mt19937_64 engine;
    long long next(long long min, long long max) {
        return std::uniform_int_distribution<long long>(min, max)(engine);
    }
    int next(int min, int max) { return std::uniform_int_distribution<int>(min, max)(engine); }
    int next(int count) { return next(0, count - 1); }
} rnd;

static std::vector<std::string> standInArgs;

static inline void registerGen(int argc, char* argv[], int) {
    standInArgs.assign(argv + 1, argv + argc);
    std::string all;
    for (const std::string& arg : standInArgs) all += arg + '\0';
    std::seed_seq seed(all.begin(), all.end());
    rnd.engine.seed(seed);
}

template <typename T> T opt(const std::string& name, const T& otherwise) {
    for (const std::string& arg : standInArgs) {
        if (arg.compare(0, name.size() + 2, "-" + name + "=") != 0) continue;
        T value;
        std::istringstream(arg.substr(name.size() + 2)) >> value;
        return value;
    }
    return otherwise;
}
