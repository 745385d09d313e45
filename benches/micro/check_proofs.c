/* SPDX-License-Identifier: GPL-2.0-or-later
 * Checks proofs of animations one after the other: a folder a line on the standard input, a line on the output with the
 * exit code that `touchstone check` would have. For tests/reference/mutate_proof.py, which asks about thousands. */
#include <stdio.h>
#include <string.h>

#include "oracles/proof/proof.h"

static int check(const char *folder) {
    ts_proof_folder proof;
    ts_proof_counts counts;
    ts_error error;
    if (ts_proof_open(folder, &proof, &error) != TS_OK) return 4;
    int code = ts_proof_count(&proof.topology, &counts, &error) == TS_OK ? 0 : 5;
    for (size_t k = 0; code < 4 && k < proof.states; ++k) {
        ts_proof_verdict verdict;
        if (ts_proof_check(&proof, k, &verdict, &error) != TS_OK)
            code = 4;
        else if (!verdict.proven)
            code = 1;
    }
    if (code < 4) printf("%llu ", (unsigned long long)counts.claimed);
    ts_proof_close(&proof);
    return code;
}

int main(void) {
    char folder[4096];
    while (fgets(folder, sizeof folder, stdin)) {
        folder[strcspn(folder, "\n")] = '\0';
        printf("%d\n", check(folder));
        fflush(stdout);
    }
    return 0;
}
