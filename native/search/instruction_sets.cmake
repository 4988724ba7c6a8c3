# The sweep units alone are compiled for more than the platform's baseline; which one runs is chosen at run time.
set_source_files_properties(native/search/sweep_plain.cpp native/search/sweep_avx2.cpp native/search/sweep_avx512.cpp
  PROPERTIES COMPILE_OPTIONS "-Wno-psabi")
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
  set_source_files_properties(native/search/sweep_avx2.cpp PROPERTIES COMPILE_OPTIONS "-Wno-psabi;-mavx2")
  set_source_files_properties(native/search/sweep_avx512.cpp
    PROPERTIES COMPILE_OPTIONS "-Wno-psabi;-mavx512f;-mavx512bw;-mavx512dq;-mavx512vl")
endif()

# Drivers that compare the searches, in every setting, with a brute force; built on demand:
# cmake -DBOUGHS_SANITIZE=address,undefined ... && cmake --build . --target fuzz_depth_two fuzz_exact_search
foreach(driver fuzz_depth_two fuzz_exact_search)
  if(EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/tests/native/${driver}.cpp)
    add_executable(${driver} EXCLUDE_FROM_ALL tests/native/${driver}.cpp)
    target_link_libraries(${driver} PRIVATE boughs_core)
  endif()
endforeach()
if(BOUGHS_SANITIZE)
  target_compile_options(boughs_core PUBLIC -fsanitize=${BOUGHS_SANITIZE} -fno-sanitize-recover=all)
  target_link_options(boughs_core PUBLIC -fsanitize=${BOUGHS_SANITIZE})
endif()
