# SPDX-License-Identifier: MIT
# The page of `touchstone report`: the files of reports/page/html become part of the reports library.
foreach(name report.html report.css report.js view.js)
  string(REPLACE "." "_" symbol ts_page_${name})
  ts_embed(reports ${symbol} ${PROJECT_SOURCE_DIR}/reports/page/html/${name})
endforeach()
