/* SPDX-License-Identifier: GPL-2.0-or-later
 * soak: a method on very many generated queries. Every answer is either proven by its certificate, exactly checked,
 * or compared with the exact time of impact. Nothing is stored: a query is named by family, seed and index. */
#include <getopt.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "benches/micro/number.h"
#include "benches/proof.h"
#include "benches/verdict.h"
#include <touchstone/dataset.h>
#include <touchstone/oracle.h>

enum { BLOCK = 4096 };

typedef struct settings {
    const char *family, *backend, *options;
    uint64_t start, count, seed;
    uint64_t oracle_every; /* of what is proven, the oracle is asked about every N-th index of each kind */
    bool certificates;
} settings;

typedef struct tally {
    uint64_t queries, proven, failed, asked, contacts, unsafe, stalls, most_iterations, first_bad;
    uint64_t unsupported, limits, errors; /* queries without an answer, by reason */
    uint64_t undecided;                   /* asked, and the oracle gave no time */
} tally;

static const tally EMPTY = {.first_bad = UINT64_MAX};

static void add(tally *sum, const tally *part) {
    sum->queries += part->queries;
    sum->proven += part->proven;
    sum->failed += part->failed;
    sum->asked += part->asked;
    sum->contacts += part->contacts;
    sum->unsafe += part->unsafe;
    sum->stalls += part->stalls;
    sum->unsupported += part->unsupported;
    sum->limits += part->limits;
    sum->errors += part->errors;
    sum->undecided += part->undecided;
    sum->most_iterations = sum->most_iterations > part->most_iterations ? sum->most_iterations : part->most_iterations;
    sum->first_bad = sum->first_bad < part->first_bad ? sum->first_bad : part->first_bad;
}

/* Compares the answer with the exact time of impact; true when it is unsafe. */
static bool ask_oracle(const ts_ccd_query *query, const ts_ccd_result *answer, tally *t) {
    ts_judgement judgement;
    ts_known_truth known = {.source = TS_TRUTH_BRACKET};
    if (ts_oracle_toi(query, TS_ORACLE_ALL, &known.truth) != TS_OK) {
        known = (ts_known_truth){.source = TS_TRUTH_NONE};
        ++t->undecided;
    }
    ts_judge_kind(query, &known, answer, &judgement);
    const bool unsafe = ts_verdict_is_unsafe(judgement.verdict);
    ++t->asked;
    t->contacts += known.truth.contact;
    t->unsafe += unsafe;
    t->stalls += judgement.stall;
    return unsafe;
}

/* Nothing is proven, and nothing is compared, of what has no answer. */
static void note_missing(const ts_ccd_result *answer, tally *t) {
    switch (answer->status) {
    case TS_CCD_HIT:
    case TS_CCD_FREE: break;
    case TS_CCD_UNSUPPORTED: ++t->unsupported; break;
    case TS_CCD_LIMIT: ++t->limits; break;
    default: ++t->errors;
    }
}

/* One query, whose kind is its index modulo the number of kinds, as in `touchstone dataset generate`. A proof that
 * holds needs no oracle: `free` is right and the hit is before t*. */
static void judge(const settings *s, const ts_family *family, const ts_ccd_method *method, uint64_t index, tally *t) {
    ts_ccd_query query;
    ts_ccd_result answer;
    ts_ccd_certificate certificate;
    const uint64_t of_kind = index / TS_CCD_KINDS;
    family->generate(s->seed, of_kind, (ts_ccd_kind)(index % TS_CCD_KINDS), &query);
    ts_ccd_answer(method, &query, &answer);
    const ts_proof proof = s->certificates ? ts_prove(method, &query, &answer, &certificate, NULL) : TS_PROOF_NONE;
    const bool ask = proof != TS_PROOF_ACCEPTED || of_kind % s->oracle_every == 0;
    const bool unsafe = ask && ask_oracle(&query, &answer, t);
    ++t->queries;
    note_missing(&answer, t);
    t->proven += proof == TS_PROOF_ACCEPTED;
    t->failed += proof == TS_PROOF_FAILED;
    if (answer.iterations > t->most_iterations) t->most_iterations = answer.iterations;
    if ((unsafe || proof == TS_PROOF_FAILED) && index < t->first_bad) t->first_bad = index;
}

static tally soak(const settings *s, const ts_family *family, const ts_ccd_method *method) {
    tally total = EMPTY;
#pragma omp parallel
    {
        tally part = EMPTY;
#pragma omp for schedule(dynamic)
        for (uint64_t block = 0; block < (s->count + BLOCK - 1) / BLOCK; ++block) {
            const uint64_t end = (block + 1) * BLOCK < s->count ? (block + 1) * BLOCK : s->count;
            for (uint64_t i = block * BLOCK; i < end; ++i) judge(s, family, method, s->start + i, &part);
        }
#pragma omp critical
        add(&total, &part);
    }
    return total;
}

static void print_legend(const settings *s) {
    printf("%s, seed %" PRIu64 ", indexes from %" PRIu64 "\n"
           "proven:   certificate given and found to hold, exactly: free is free, and a hit comes before the contact\n"
           "failed:   certificate given and found wanting\n"
           "asked:    compared with the exact time of impact: all that is not proven, and of the queries of each kind\n"
           "          one in %" PRIu64 "; contacts, unsafe answers and stalls are counted among these\n"
           "advances: the most that one query took\n"
           "no answer: unsup. of a kind or with a thickness that the method does not have, limits, and errors;\n"
           "undec.:   asked, and the oracle gave no time of impact\n\n"
           "family           queries      proven  failed       asked    contacts  unsafe    stalls  advances"
           "      unsup.     limits   errors  undec.\n",
           s->backend, s->seed, s->start, s->oracle_every);
}

static void print(const ts_family *family, const tally *t) {
    printf("%-12s %11" PRIu64 " %11" PRIu64 " %7" PRIu64 " %11" PRIu64 " %11" PRIu64 " %7" PRIu64 " %9" PRIu64
           " %9" PRIu64 " %11" PRIu64 " %10" PRIu64 " %8" PRIu64 " %7" PRIu64,
           family->name, t->queries, t->proven, t->failed, t->asked, t->contacts, t->unsafe, t->stalls,
           t->most_iterations, t->unsupported, t->limits, t->errors, t->undecided);
    if (t->first_bad != UINT64_MAX) printf("  first bad: index %" PRIu64, t->first_bad);
    printf("\n");
    fflush(stdout);
}

static bool parse(int argc, char **argv, settings *s) {
    static const struct option names[] = {{"family", required_argument, NULL, 'f'},
                                          {"backend", required_argument, NULL, 'b'},
                                          {"options", required_argument, NULL, 'o'},
                                          {"start", required_argument, NULL, 'a'},
                                          {"count", required_argument, NULL, 'n'},
                                          {"seed", required_argument, NULL, 's'},
                                          {"check-certificates", no_argument, NULL, 'c'},
                                          {"oracle-every", required_argument, NULL, 'e'},
                                          {0}};
    bool good = true;
    for (int name; (name = getopt_long(argc, argv, "", names, NULL)) != -1;) {
        switch (name) {
        case 'f': s->family = optarg; break;
        case 'b': s->backend = optarg; break;
        case 'o': s->options = optarg; break;
        case 'a': good &= ts_bench_whole(optarg, 0, UINT64_MAX, &s->start); break;
        case 'n': good &= ts_bench_whole(optarg, 1, UINT64_MAX, &s->count); break;
        case 's': good &= ts_bench_whole(optarg, 0, UINT64_MAX, &s->seed); break;
        case 'c': s->certificates = true; break;
        case 'e': good &= ts_bench_whole(optarg, 1, UINT64_MAX, &s->oracle_every); break;
        default: return false;
        }
    }
    return good && optind == argc && (strcmp(s->family, "all") == 0 || ts_family_find(s->family));
}

int main(int argc, char **argv) {
    settings s = {.family = "all", .backend = "certified", .count = 1000000, .seed = 1, .oracle_every = 1};
    ts_error error;
    ts_ccd_method method;
    if (!parse(argc, argv, &s)) {
        fprintf(stderr, "usage: soak [--backend NAME] [--options JSON] [--family NAME|all] [--count N] [--seed S]\n"
                        "            [--start INDEX] [--check-certificates [--oracle-every N]]\n"
                        "--oracle-every: ask the oracle about every N-th of the answers that are proven, not all.\n"
                        "Exit code 1 when an answer was unsafe or a certificate failed.\n");
        return 2;
    }
    if (ts_ccd_register_builtin(&error) != TS_OK || ts_oracle_register_backend(&error) != TS_OK ||
        ts_ccd_method_init(&method, s.backend, s.options, &error) != TS_OK) {
        fprintf(stderr, "soak: %s\n", error.message);
        return 2;
    }
    print_legend(&s);
    bool bad = false;
    for (size_t i = 0; i < ts_family_count(); ++i) {
        const ts_family *family = ts_family_at(i);
        if (strcmp(s.family, "all") != 0 && strcmp(s.family, family->name) != 0) continue;
        const tally t = soak(&s, family, &method);
        print(family, &t);
        bad = bad || t.unsafe > 0 || t.failed > 0;
    }
    ts_ccd_method_clear(&method);
    return bad ? 1 : 0;
}
