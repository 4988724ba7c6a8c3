// The native module: opens the door of every room.
#include "rooms.hpp"

NB_MODULE(_native, module) {
    boughs::bind_search(module);
    boughs::bind_exact(module);
    // A learner that a second Ctrl-C left behind may hold its Stop to the very end of the program.
    nanobind::set_leak_warnings(false);
    boughs::bind_stop(module);
    boughs::bind_cart(module);
    boughs::bind_pricing(module);
}
