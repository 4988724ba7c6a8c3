// The native module: opens the door of every room.
#include "rooms.hpp"

NB_MODULE(_native, module) {
    boughs::bind_search(module);
    boughs::bind_stop(module);
    boughs::bind_cart(module);
    boughs::bind_pricing(module);
}
