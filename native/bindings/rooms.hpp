// What each room of the native core hands to Python; one function a room, defined in the file of its name.
#pragma once

#include <nanobind/nanobind.h>

namespace boughs {

void bind_search(nanobind::module_& module);
void bind_exact(nanobind::module_& module);
void bind_stop(nanobind::module_& module);
void bind_cart(nanobind::module_& module);
void bind_pricing(nanobind::module_& module);

}  // namespace boughs
