# SPDX-License-Identifier: MIT
# Plug-ins that misbehave, for tests/hostile: plugins/hostile_WAY.so and plugins/hostile_energy_WAY.so, in the order of
# `enum way` of their sources.
function(ts_hostile_plugins prefix source)
  set(number 0)
  foreach(way ${ARGN})
    ts_plugin(${prefix}_${way} ${source})
    ts_flags(plugin_${prefix}_${way})
    target_compile_definitions(plugin_${prefix}_${way} PRIVATE HOSTILE=${number})
    # They do what a compiler warns of.
    target_compile_options(plugin_${prefix}_${way} PRIVATE -Wno-infinite-recursion -Wno-unknown-warning-option)
    math(EXPR number "${number} + 1")
  endforeach()
endfunction()

ts_hostile_plugins(hostile tests/hostile/method.c
      writes_query writes_t_max flushes_to_zero rounds_upwards raises_exceptions sets_locale uses_a_locale
      rounds_in_one_unit cuts_precision changes_folder closes_files prints leaves_a_child comes_back_twice
      blocks_signals t_exits t_exits_at_once t_exits_later t_aborts t_crashes t_overflows_the_stack t_traps_arithmetic
      t_terminates_itself t_loops t_sleeps t_stops_itself t_allocates t_overwrites_what_is_shared
      t_unmaps_what_is_shared t_says_nan t_says_outside t_says_no_status t_says_private_status t_lies_alone
      t_lies_together t_crashes_together t_changes t_takes_turns crashes exits_in_constructor hangs_in_constructor
      crashes_in_symbol crashes_in_create has_too_many_options
      has_a_bad_name)
ts_hostile_plugins(hostile_energy tests/hostile/energy.c
      exits crashes loops rounds_upwards writes_inputs exits_in_constructor has_a_name_that_ends_nowhere)
ts_hostile_plugins(hostile_barrier tests/hostile/barrier.c
      is_right turns_its_gradient turns_its_hessian doubles_its_gradient has_a_nan ends_early is_one_beyond
      doubles_later is_wrong_for_wide_ranges is_wrong_for_thickness_one_half bends_by_a_billionth remembers rounds_upwards
      rounds_upwards_later exits_later hangs_later comes_back_twice_later)
ts_plugin(hostile_texts tests/hostile/texts.c)
ts_flags(plugin_hostile_texts)
ts_plugin(hostile_bad_option tests/hostile/texts.c)
ts_flags(plugin_hostile_bad_option)
target_compile_definitions(plugin_hostile_bad_option PRIVATE BAD_OPTION)

# A full disk, by a limit and by a file system of its own.
foreach(how limit disk)
  ts_test(hostile/full_disk_${how} COMMAND ${PROJECT_SOURCE_DIR}/tests/hostile/full_disk.sh ${PROJECT_BINARY_DIR} ${how}
          MAY_SKIP TIMEOUT 300)
endforeach()
