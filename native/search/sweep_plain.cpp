// The sweeps for any machine.
#define BOUGHS_LANES plain
#include "search/sweep.inc"
