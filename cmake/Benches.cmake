# SPDX-License-Identifier: MIT
# Micro-benchmarks: programs of their own, built with the rest, not installed and not run by the tests.
add_executable(bench-oracle benches/micro/bench_oracle.c benches/micro/query_list.c)
target_link_libraries(bench-oracle PRIVATE touchstone_benches)
ts_flags(bench-oracle)

add_executable(soak benches/micro/soak.c)
target_link_libraries(soak PRIVATE touchstone_benches OpenMP::OpenMP_C)
ts_flags(soak)

add_executable(bench-ccd benches/micro/bench_ccd.c benches/micro/ccd_aims.c benches/micro/query_list.c
               benches/micro/reading.c benches/micro/textbook_accd.c)
target_link_libraries(bench-ccd PRIVATE touchstone_benches)
ts_flags(bench-ccd)
target_compile_options(bench-ccd PRIVATE -fno-math-errno) # the textbook gets what ccd/ gets
set_target_properties(bench-ccd PROPERTIES ENABLE_EXPORTS ON) # plug-ins call functions of ours, as in the command

# OpenMP: it sets the number of threads.
add_executable(bench-solver benches/micro/bench_solver.c benches/micro/published_aims.c benches/micro/solver_aims.c
               benches/micro/solver_run.c benches/micro/trip.c)
target_link_libraries(bench-solver PRIVATE touchstone_benches PkgConfig::CJSON OpenMP::OpenMP_C)
ts_flags(bench-solver)

add_executable(bench-replay benches/micro/bench_replay.c benches/micro/query_list.c)
target_link_libraries(bench-replay PRIVATE touchstone_benches)
ts_flags(bench-replay)
add_dependencies(bench-replay touchstone)

add_executable(bench-broad benches/micro/bench_broad.c benches/micro/box_grid.c)
target_link_libraries(bench-broad PRIVATE touchstone_benches OpenMP::OpenMP_C)
ts_flags(bench-broad)

add_executable(bench-host benches/micro/bench_host.c)
target_link_libraries(bench-host PRIVATE touchstone_benches)
ts_flags(bench-host)
add_dependencies(bench-host touchstone-host)

add_executable(bench-mutants benches/micro/bench_mutants.c benches/micro/mutants.c)
target_link_libraries(bench-mutants PRIVATE touchstone_benches)
ts_flags(bench-mutants)

add_executable(bench-ndb-partial benches/micro/bench_ndb_partial.c benches/micro/query_list.c)
target_link_libraries(bench-ndb-partial PRIVATE touchstone_benches)
ts_flags(bench-ndb-partial)

add_executable(bench-ndb-ways benches/micro/bench_ndb_ways.c)
target_link_libraries(bench-ndb-ways PRIVATE touchstone_benches OpenMP::OpenMP_C)
ts_flags(bench-ndb-ways)

add_executable(bench-ndb-beside benches/micro/bench_ndb_beside.c)
target_link_libraries(bench-ndb-beside PRIVATE touchstone_benches OpenMP::OpenMP_C)
ts_flags(bench-ndb-beside)

add_executable(bench-ndb-slope benches/micro/bench_ndb_slope.c)
target_link_libraries(bench-ndb-slope PRIVATE touchstone_benches OpenMP::OpenMP_C)
ts_flags(bench-ndb-slope)

add_executable(check-proofs benches/micro/check_proofs.c)
target_link_libraries(check-proofs PRIVATE touchstone_oracles)
ts_flags(check-proofs)

# OpenMP: it sets the number of threads.
add_executable(bench-ndb benches/micro/bench_ndb.c)
target_link_libraries(bench-ndb PRIVATE touchstone_benches OpenMP::OpenMP_C)
ts_flags(bench-ndb)
