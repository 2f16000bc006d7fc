// Random playouts of Connect Four written by hand for speed alone: one bit a cell, columns of seven bits, a list of open
// columns in which the last takes the place of one that is full, and a xorshift generator (G. Marsaglia, Xorshift RNGs,
// 2003). It knows nothing of games in general and need not keep columns in order.
//
// connect4 SECONDS SEED: plays for so many seconds of processor time and prints one line of JSON.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>

static uint64_t seed;

static inline uint64_t bits() {
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return seed;
}

static inline bool four(uint64_t discs) {
    uint64_t up = discs & discs >> 1, across = discs & discs >> 7;
    uint64_t falling = discs & discs >> 6, rising = discs & discs >> 8;
    return ((up & up >> 2) | (across & across >> 14) | (falling & falling >> 12) | (rising & rising >> 16)) != 0;
}

// One play: its number of moves; wins[0] and wins[1] count who won, wins[2] draws.
static inline int play(uint64_t* wins) {
    uint64_t own = 0, other = 0;
    uint8_t height[7] = {0, 7, 14, 21, 28, 35, 42};
    static const uint8_t top[7] = {6, 13, 20, 27, 34, 41, 48};
    uint8_t columns[7] = {0, 1, 2, 3, 4, 5, 6};
    uint32_t open = 7;
    int made = 0;
    while (open != 0) {
        uint32_t at = (uint32_t)((bits() >> 32) * open >> 32);
        uint8_t column = columns[at];
        uint64_t discs = own | 1ull << height[column]++;
        if (height[column] == top[column]) columns[at] = columns[--open];
        own = other;
        other = discs;
        made++;
        if (__builtin_expect(four(discs), 0)) {
            wins[(made - 1) & 1]++;
            return made;
        }
    }
    wins[2]++;
    return made;
}

static double now() {
    timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}

int main(int count, char** words) {
    double seconds = count > 1 ? atof(words[1]) : 1.0;
    seed = 88172645463325252ull + (count > 2 ? strtoull(words[2], nullptr, 10) : 0);
    uint64_t plays = 0, moves = 0, wins[3] = {0, 0, 0};
    double begin = now(), spent = 0;
    while (spent < seconds) {
        for (int i = 0; i < 20000; i++) moves += play(wins);
        plays += 20000;
        spent = now() - begin;
    }
    printf("{\"playouts\":%llu,\"moves\":%llu,\"cpu_seconds\":%.6f,\"first\":%.4f,\"draws\":%.4f}\n",
           (unsigned long long)plays, (unsigned long long)moves, spent, (double)wins[0] / plays, (double)wins[2] / plays);
    return 0;
}
