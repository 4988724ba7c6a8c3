// The sweeps for AVX2.
#if defined(__AVX2__)
#define BOUGHS_LANES avx2
#include "search/sweep.inc"
#endif
