# SPDX-License-Identifier: MIT
# Micro-benchmarks: programs of their own, built with the rest, not installed and not run by the tests.
add_executable(bench-oracle benches/micro/bench_oracle.c)
target_link_libraries(bench-oracle PRIVATE touchstone_benches)
ts_flags(bench-oracle)
