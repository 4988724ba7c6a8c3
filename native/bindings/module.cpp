// The native module: opens the door of every room.
#include "rooms.hpp"

NB_MODULE(_native, module) {
    boughs::bind_stop(module);
    boughs::bind_pricing(module);
}
