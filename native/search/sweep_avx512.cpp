// The sweeps for AVX-512 with byte and word instructions.
#if defined(__AVX512BW__)
#define BOUGHS_LANES avx512
#include "search/sweep.inc"
#endif
