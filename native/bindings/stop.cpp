// Stop: the deadline and the cancel flag that every long native call is given.
#include "table/stop.hpp"

#include "rooms.hpp"

namespace nb = nanobind;
using namespace nb::literals;

void boughs::bind_stop(nb::module_& module) {
    nb::class_<Stop>(module, "Stop")
        .def(nb::init<double>(), "seconds"_a)
        .def("cancel", &Stop::cancel)
        .def("earlier", &Stop::earlier, "seconds"_a)
        .def_prop_ro("cancelled", &Stop::cancelled)
        .def_prop_ro("expired", &Stop::expired)
        .def_prop_ro("elapsed", &Stop::elapsed)
        .def_prop_ro("remaining", &Stop::remaining);
}
