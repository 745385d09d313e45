/* SPDX-License-Identifier: MIT
 * Reading topology and tree of a proof: a node is as thick as the thickest of its vertices, and every element is in one
 * leaf. */
#include <stdint.h>

#include "oracles/proof/tree.h"
#include "tests/datasets/scratch.h"

enum { PARTICLES = 3, MOST_WORDS = 8 };

typedef struct topology_file {
    char magic[8];
    uint32_t count[5]; /* vertices, triangles, segments, particles, strangers */
    uint32_t particle[PARTICLES];
    unsigned char obstacle[PARTICLES];
} topology_file;

static void write_topology(const double radius[PARTICLES]) {
    const topology_file head = {"TSPTOPO1", {PARTICLES, 0, 0, PARTICLES, 0}, {0, 1, 2}, {0, 0, 0}};
    const size_t size = offsetof(topology_file, obstacle) + sizeof head.obstacle;
    char bytes[sizeof head + PARTICLES * sizeof *radius];
    memcpy(bytes, &head, size);
    memcpy(bytes + size, radius, PARTICLES * sizeof *radius);
    write_bytes(scratch("topology.tsp"), bytes, size + PARTICLES * sizeof *radius);
}

static void write_tree(const uint32_t *word, size_t words) {
    char bytes[8 + MOST_WORDS * sizeof *word] = {'T', 'S', 'P', 'T', 'R', 'E', 'E', '1'};
    memcpy(bytes + 8, word, words * sizeof *word);
    write_bytes(scratch("tree.tsp"), bytes, 8 + words * sizeof *word);
}

START_TEST(nodes_are_as_thick_as_their_thickest_vertex) {
    static const double RADIUS[][PARTICLES] = {{1.0, 3.0, 2.0}, {3.0, 1.0, 2.0}, {1.0, 2.0, 3.0}, {0.0, 0.0, 1.0}};
    static const uint32_t TREE[] = {0, 2, 0, 1, 1, 2}; /* a leaf of two, and one of the third */
    write_tree(TREE, sizeof TREE / sizeof *TREE);
    for (size_t k = 0; k < sizeof RADIUS / sizeof *RADIUS; ++k) {
        const double *r = RADIUS[k], leaf = r[0] > r[1] ? r[0] : r[1];
        ts_proof_topology topology;
        ts_proof_tree tree;
        write_topology(r);
        check_ok(ts_proof_topology_read(scratch_folder, &topology, error));
        check_ok(ts_proof_tree_read(scratch_folder, &topology, &tree, error));
        ck_assert_uint_eq(tree.first_element, 3);
        ck_assert_double_eq(tree.node[0].radius, leaf > r[2] ? leaf : r[2]);
        ck_assert_double_eq(tree.node[1].radius, leaf);
        for (size_t e = 0; e < PARTICLES; ++e) ck_assert_double_eq(tree.node[tree.first_element + e].radius, r[e]);
        ts_proof_tree_clear(&tree);
        ts_proof_topology_clear(&topology);
    }
}
END_TEST

START_TEST(malformed_trees_are_refused) {
    static const struct {
        size_t words;
        uint32_t word[MOST_WORDS];
        const char *why; /* NULL: none */
    } TREES[] = {
        {4, {3, 2, 0, 1}, NULL},
        {3, {2, 0, 1}, "an element is in no leaf"},
        {5, {0, 1, 0, 1, 2}, "an element is in no leaf"},
        {5, {4, 0, 1, 2, 1}, "an element is in a leaf twice"},
        {7, {0, 2, 0, 1, 2, 1, 2}, "an element is in a leaf twice"},
        {4, {3, 0, 1, 3}, "a leaf has an element that does not exist"},
        {3, {3, 0, 1}, "it is not one tree"},
        {5, {0, 3, 0, 1, 2}, "it is not one tree"},
        {6, {3, 0, 1, 2, 1, 0}, "it is not one tree"},
    };
    ts_proof_topology topology;
    write_topology((const double[PARTICLES]){0.0, 0.0, 0.0});
    check_ok(ts_proof_topology_read(scratch_folder, &topology, error));
    for (size_t k = 0; k < sizeof TREES / sizeof *TREES; ++k) {
        ts_proof_tree tree;
        write_tree(TREES[k].word, TREES[k].words);
        if (TREES[k].why) {
            check_fails(ts_proof_tree_read(scratch_folder, &topology, &tree, error), TS_ERROR_DATA, TREES[k].why,
                        "tree.tsp");
            continue;
        }
        check_ok(ts_proof_tree_read(scratch_folder, &topology, &tree, error));
        ts_proof_tree_clear(&tree);
    }
    ts_proof_topology_clear(&topology);
}
END_TEST

START_TEST(a_radius_below_0_is_refused) {
    ts_proof_topology topology;
    write_topology((const double[PARTICLES]){1.0, -0x1p-1074, 1.0});
    check_fails(ts_proof_topology_read(scratch_folder, &topology, error), TS_ERROR_DATA, "a radius is below 0",
                "topology.tsp");
}
END_TEST

int main(void) {
    TCase *cases = tcase_create("proof tree");
    tcase_add_checked_fixture(cases, scratch_setup, scratch_teardown);
    tcase_add_test(cases, nodes_are_as_thick_as_their_thickest_vertex);
    tcase_add_test(cases, malformed_trees_are_refused);
    tcase_add_test(cases, a_radius_below_0_is_refused);
    Suite *suite = suite_create("proof tree");
    suite_add_tcase(suite, cases);
    return ts_run_suite(suite);
}
