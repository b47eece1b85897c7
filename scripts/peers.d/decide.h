// The decision that all C++ peers share: exact for every pair of 64-bit piles.
//
// With d the difference and m the smaller pile, the position is cold if and only if
// m = floor(d * phi), that is, m >= d and m - d = floor(d * (phi - 1)). The constant is
// floor((phi - 1) * 2^128); src/game/phi.rs has the proof that 128 bits are enough.
#pragma once
#include <cstdint>

static inline bool is_hot(uint64_t a, uint64_t b) {
    const uint64_t hi = 0x9e3779b97f4a7c15, lo = 0xf39cc0605cedc834;
    uint64_t m = a < b ? a : b;
    uint64_t d = a < b ? b - a : a - b;
    unsigned __int128 carry = (unsigned __int128)d * lo >> 64;
    uint64_t h = uint64_t(((unsigned __int128)d * hi + carry) >> 64);
    bool cold = m >= d && m - d == h;
    return !cold;
}
