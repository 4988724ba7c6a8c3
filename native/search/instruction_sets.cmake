# The sweep units alone are compiled for more than the platform's baseline; which one runs is chosen at run time.
set_source_files_properties(native/search/sweep_plain.cpp native/search/sweep_avx2.cpp native/search/sweep_avx512.cpp
  PROPERTIES COMPILE_OPTIONS "-Wno-psabi")
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
  set_source_files_properties(native/search/sweep_avx2.cpp PROPERTIES COMPILE_OPTIONS "-Wno-psabi;-mavx2")
  set_source_files_properties(native/search/sweep_avx512.cpp
    PROPERTIES COMPILE_OPTIONS "-Wno-psabi;-mavx512f;-mavx512bw;-mavx512dq;-mavx512vl")
endif()

# A driver that compares every rule, width, switch and instruction set with a brute force; built on demand:
# cmake -DBOUGHS_SANITIZE=address,undefined ... && cmake --build . --target fuzz_depth_two
if(EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/tests/native/fuzz_depth_two.cpp)
  add_executable(fuzz_depth_two EXCLUDE_FROM_ALL tests/native/fuzz_depth_two.cpp)
  target_link_libraries(fuzz_depth_two PRIVATE boughs_core)
endif()
if(BOUGHS_SANITIZE)
  target_compile_options(boughs_core PUBLIC -fsanitize=${BOUGHS_SANITIZE} -fno-sanitize-recover=all)
  target_link_options(boughs_core PUBLIC -fsanitize=${BOUGHS_SANITIZE})
endif()
