# SPDX-License-Identifier: MIT
# The templates of plots: the files of reports/plots/templates become part of the reports library, with a table of them.
file(GLOB templates CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/reports/plots/templates/*.gp)
set(template_texts "")
set(template_rows "")
foreach(template ${templates})
  get_filename_component(name ${template} NAME_WE)
  string(MAKE_C_IDENTIFIER ts_plot_template_${name} symbol)
  ts_embed(reports ${symbol} ${template})
  string(APPEND template_texts "extern const char ${symbol}[];\n")
  string(APPEND template_rows "    {\"${name}\", ${symbol}},\n")
endforeach()
set(made ${PROJECT_BINARY_DIR}/embedded/ts_plot_templates.c)
file(CONFIGURE OUTPUT ${made} @ONLY CONTENT [[
/* Made from the names of reports/plots/templates. */
#include "reports/plots/templates.h"

@template_texts@
const ts_plot_template ts_plot_templates[] = {
@template_rows@    {NULL, NULL},
};
]])
target_sources(touchstone_reports PRIVATE ${made})
