/* SPDX-License-Identifier: MIT
 * Scene files: what is wrong in one is named by its path. */
#include <stdlib.h>
#include <string.h>

#include "benches/solvers.h"
#include "tests/scenes/scene_text.h"

static const struct {
    const char *text, *message;
} WRONG[] = {
    {"{", "JSON"},
    {"[]", "object"},
    {"{}", "objects"},
    {"{\"objects\": []}", "objects: a scene needs"},
    {"{\"objects\": [{\"mesh\": @}], \"gravitiy\": [0, 0, 0]}", "did you mean 'gravity'"},
    {"{\"objects\": [{\"mesh\": @}], \"gravity\": [0, 0]}", "gravity: three numbers"},
    {"{\"objects\": [{\"mesh\": @}], \"gravity\": [0, 0, \"x\"]}", "gravity[2]: a number"},
    {"{\"objects\": [{\"mesh\": @}], \"time_step\": 0}", "time_step: 0 is outside (0, inf)"},
    {"{\"objects\": [{\"mesh\": @}], \"time_step\": 1e999}", "time_step"},
    {"{\"objects\": [{\"mesh\": @}], \"time_step\": 1, \"time_step\": 2}", "'time_step' stands here twice"},
    {"{\"objects\": [{\"mesh\": @}], \"integrator\": \"euler\"}", "integrator: there is no 'euler'"},
    {"{\"objects\": [{\"mesh\": @}, {\"mesh\": @, \"material\": {\"nu\": 0.6}}]}",
     "objects[1].material.nu: 0.6 is outside (-1, 0.5)"},
    {"{\"objects\": [{\"mesh\": {\"generator\": \"tetrahedron\"}, \"material\": {\"nu\": -0.1}}]}",
     "objects[0].material.nu: -0.1 is below 0, where the energy of tets has no minimum"},
    {"{\"objects\": [{\"mesh\": @, \"material\": {\"nu\": -0.1, \"membrane\": \"neo-hookean\"}}]}",
     "objects[0].material.nu: -0.1 is below 0, where the energy of neo-hookean shells has no minimum"},
    {"{\"objects\": [{\"mesh\": @, \"material\": {\"density\": 0}}]}", "objects[0].material.density: 0 is outside"},
    {"{\"objects\": [{\"mesh\": @, \"material\": {\"density\": 1e300}}]}", "objects[0].material.density"},
    {"{\"objects\": [{\"mesh\": @, \"material\": \"coton\"}]}",
     "objects[0].material: there is no material 'coton'; did you mean 'cotton'"},
    {"{\"objects\": [{\"mesh\": @, \"material\": {\"strain_limit\": true}}]}", "no measured limit"},
    {"{\"objects\": [{\"mesh\": @, \"material\": {\"strain_limit\": {}}}]}",
     "objects[0].material.strain_limit: nothing is limited"},
    {"{\"objects\": [{\"mesh\": @, \"material\": {\"strain_limit\": {\"lower\": 0, \"stiffness\": 10}}}]}",
     "objects[0].material.strain_limit: nothing is limited"},
    {"{\"objects\": [{\"mesh\": @, \"material\": {\"strain_limit\": {\"lower\": 0.7, \"upper_start\": 1.2}}}]}",
     "objects[0].material.strain_limit.upper_start: there is no \"upper\" limit"},
    {"{\"objects\": [{\"mesh\": @, \"material\": {\"base\": \"cotton\", \"strain_limit\": {\"lower_start\": 0.7}}}]}",
     "objects[0].material.strain_limit.lower_start: there is no \"lower\" limit"},
    {"{\"objects\": [{\"mesh\": " ROD ", \"material\": {\"strain_limit\": {\"lower\": 0.7}}}]}",
     "objects[0]: a strain limit is for shells"},
    {"{\"objects\": [{\"mesh\": @, \"material\": {\"membrane\": \"orthotropic\"}}]}", "orthotropic"},
    {"{\"objects\": [{\"mesh\": @, \"material\": {\"membrane\": \"orthotropic\", \"orthotropy\": {\"a11\": 1e6}}}]}",
     "objects[0].material.orthotropy: an orthotropy without a measured base has a \"a22\""},
    {"{\"objects\": [{\"mesh\": @, \"material\": {\"base\": \"cotton\", \"membrane\": \"orthotropic\", \"orthotropy\": "
     "{\"a11\": 1e6, \"a22\": 1e6, \"G12\": 1e5, \"L1\": 0.1, \"L2\": 0.1}}}]}",
     "objects[0].material.orthotropy: an orthotropy without a measured base has a \"L12\""},
    {"{\"objects\": [{\"mesh\": @, \"material\": {\"base\": \"denim\", \"orthotropy\": {\"a12\": 7e6}}}]}",
     "objects[0].material.orthotropy: the square of a12, 7e+06, must be below a11 a22, 4.793e+06 times 9.029e+06"},
    {"{\"objects\": [{\"mesh\": @, \"material\": {\"base\": \"denim\", \"orthotropy\": {\"a11\": 2, \"a12\": 4, "
     "\"a22\": 8}}}]}",
     "objects[0].material.orthotropy: the square of a12"},
    {"{\"objects\": [{\"mesh\": @, \"material\": {\"base\": \"cotton\", \"orthotropy\": {\"a11\": 1, \"a22\": 1, "
     "\"G12\": 1, \"L1\": 1, \"L2\": 1, \"L12\": 1}}}]}",
     "objects[0].material.orthotropy: the membrane 'stvk' is not orthotropic"},
    {"{\"objects\": [{\"mesh\": @, \"material\": {\"base\": \"denim\", \"membrane\": \"none\", \"orthotropy\": "
     "{\"a11\": 9e6}}}]}",
     "objects[0].material.orthotropy: the membrane 'none' is not orthotropic"},
    {"{\"objects\": [{\"mesh\": \"missing.obj\"}]}", "objects[0].mesh: "},
    {"{\"objects\": [{\"mesh\": {\"generator\": \"sqare\"}}]}", "objects[0].mesh: there is no generator 'sqare'"},
    {"{\"objects\": [{\"mesh\": {\"generator\": \"grid\", \"columns\": -3}}]}", "columns"},
    {"{\"objects\": [{\"mesh\": @, \"scale\": [1, 0, 1]}]}", "objects[0].scale: a scale must be positive"},
    {"{\"objects\": [{\"mesh\": @, \"rotate\": {\"axis\": [0, 0, 0], \"degrees\": 3}}]}", "objects[0].rotate"},
    {"{\"objects\": [{\"mesh\": @, \"name\": \"a\"}, {\"mesh\": @, \"name\": \"a\"}]}", "two objects named 'a'"},
    {"{\"objects\": [{\"mesh\": @, \"offset\": -1}]}", "objects[0].offset"},
    {"{\"objects\": [{\"mesh\": @, \"conditions\": [{\"select\": {\"nodes\": [9]}}]}]}",
     "objects[0].conditions[0].select.nodes[0]: 9 is outside [0, 9)"},
    {"{\"objects\": [{\"mesh\": @, \"conditions\": [{\"select\": {\"box\": {\"lo\": [5, 5, 5], \"hi\": [6, 6, "
     "6]}}}]}]}",
     "no node of the object"},
    {"{\"objects\": [{\"mesh\": @, \"weights\": [{\"mass\": 1, \"select\": {\"nodes\": [4, 1, 4]}}]}]}",
     "objects[0].weights[0].select.nodes[2]: node 4 stands in the list already"},
    {"{\"objects\": [{\"mesh\": @, \"conditions\": [{\"from\": 2, \"until\": 1}]}]}", "objects[0].conditions[0].until"},
    {"{\"objects\": [{\"mesh\": @, \"weights\": [{\"select\": \"all\"}]}]}", "objects[0].weights[0]: a weight has"},
    {"{\"objects\": [{\"mesh\": @, \"weights\": [{\"mass\": -1}]}]}", "objects[0].weights[0].mass: -1 is outside"},
    {"{\"objects\": [{\"mesh\": @, \"weights\": [{\"mass\": 1, \"select\": {\"nodes\": [9]}}]}]}",
     "objects[0].weights[0].select.nodes[0]: 9 is outside [0, 9)"},
    {"{\"objects\": [{\"mesh\": @, \"obstacle\": true, \"weights\": [{\"mass\": 1}]}]}",
     "objects[0].weights: an obstacle"},
    {"{\"objects\": [{\"mesh\": @, \"obstacle\": true, \"velocity\": [1, 0, 0]}]}", "objects[0].velocity: an obstacle"},
    {"{\"objects\": [{\"mesh\": @, \"obstacle\": true, \"angular_velocity\": [0, 3, 0]}]}",
     "objects[0].angular_velocity: an obstacle"},
    {"{\"objects\": [{\"mesh\": @, \"obstacle\": true, \"acceleration\": [1, 0, 0]}]}",
     "objects[0].acceleration: an obstacle"},
    {"{\"objects\": [{\"mesh\": @, \"conditions\": [{\"frames\": [@, @], \"velocity\": [1, 0, 0]}]}]}",
     "objects[0].conditions[0].velocity: frames move"},
    {"{\"objects\": [{\"mesh\": @, \"conditions\": [{\"frames\": [@, @], \"turn\": {\"degrees_per_second\": 90}}]}]}",
     "objects[0].conditions[0].turn: frames move"},
    {"{\"objects\": [{\"mesh\": @, \"conditions\": [{\"frames\": []}]}]}",
     "objects[0].conditions[0].frames: there is no frame"},
    {"{\"objects\": [{\"mesh\": @, \"conditions\": [{\"frame_seconds\": 0.5, \"velocity\": [1, 0, 0]}]}]}",
     "objects[0].conditions[0].frame_seconds: there are no frames"},
    {"{\"objects\": [{\"mesh\": @, \"conditions\": [{\"clamps\": true}]}]}",
     "objects[0].conditions[0].clamps: no segment of a rod"},
    {"{\"objects\": [{\"mesh\": " ROD ", \"conditions\": [{\"clamps\": true, \"select\": {\"nodes\": [0, 2]}}]}]}",
     "objects[0].conditions[0].clamps: no segment of a rod"},
    {"{\"time_step\": 0.02, \"objects\": [{\"mesh\": @, \"conditions\": [{\"from\": 0.5, \"until\": 0.519}]}]}",
     "objects[0].conditions[0].until: from 0.5 s to 0.519 s no time step of 0.02 s ends, and a condition holds at the "
     "ends of steps: make it later"},
    {"{\"time_step\": 0.02, \"objects\": [{\"mesh\": @, \"conditions\": [{\"until\": 0.01}]}]}",
     "objects[0].conditions[0].until: from 0 s to 0.01 s no time step"},
    {"{\"objects\": [{\"mesh\": " ROD ", \"conditions\": [{\"clamps\": true, \"until\": 1}]}]}",
     "objects[0].conditions[0].until: a clamp holds all the time"},
    {"{\"objects\": [{\"mesh\": " ROD ", \"conditions\": [{\"clamps\": true}]}, {\"mesh\": " ROD ", \"conditions\": "
     "[{\"clamps\": true, \"select\": {\"nodes\": [0, 2]}}]}]}",
     "objects[1].conditions[0].clamps: no segment of a rod"},
    {"{\"objects\": [{\"mesh\": @}], \"friction\": {\"pairs\": [{\"objects\": [\"object-0\", \"b\"], \"mu\": 1}]}}",
     "friction.pairs[0].objects[1]: there is no object 'b'"},
    {"{\"objects\": [{\"mesh\": @}], \"friction\": {\"pairs\": [{\"objects\": [\"object-0\", \"object-0\"]}]}}",
     "friction.pairs[0]: a pair has a \"mu\""},
    {"{\"objects\": [{\"mesh\": @}, {\"mesh\": @, \"name\": \"b\"}], \"friction\": {\"pairs\": [{\"objects\": "
     "[\"object-0\", "
     "\"b\"], \"mu\": 1}, {\"objects\": [\"b\", \"object-0\"], \"mu\": 0}]}}",
     "friction.pairs[1].objects: 'b' and 'object-0' are pair 0 already"},
    {"{\"objects\": [{\"mesh\": @}], \"friction\": {\"pairs\": {\"objects\": [\"object-0\", \"object-0\"], \"mu\": "
     "1}}}",
     "friction.pairs: an array"},
    {"{\"objects\": [{\"mesh\": @}], \"stitches\": [{\"from\": [\"object-0\", 99], \"to\": [\"object-0\", 1]}]}",
     "stitches[0].from[1]: 99 is outside"},
    {"{\"objects\": [{\"mesh\": @}], \"stitches\": [{\"from\": [\"object-0\", 1], \"to\": [\"object-0\", 1]}]}",
     "stitches[0]: a stitch goes from one node to another"},
    {"{\"objects\": [{\"mesh\": @}], \"stitches\": [{\"from\": [\"object-0\", 0], \"to\": [\"object-0\", 1], "
     "\"weight\": "
     "0.5}]}",
     "stitches[0].weight: there is no \"and\""},
    {"{\"objects\": [{\"mesh\": @}], \"stitches\": [{\"seam\": [\"object-0\"]}]}", "stitches[0].seam: two names"},
    {"{\"objects\": [{\"mesh\": @}], \"stitches\": [{\"seam\": [\"object-0\", \"object-0\"]}]}",
     "stitches[0].seam: a seam joins two objects"},
    {"{\"objects\": [{\"mesh\": @}], \"stitches\": [{\"seam\": [\"object-0\", \"b\"]}]}",
     "stitches[0].seam[1]: there is no object 'b'"},
    {"{\"objects\": [{\"mesh\": @, \"repeat\": {\"count\": 2}, \"conditions\": [{\"until_by_copy\": {\"add\": 1}}]}]}",
     "objects[0].conditions[0].until_by_copy: there is no \"until\""},
    {"{\"objects\": [{\"mesh\": @, \"conditions\": [{\"until\": 1, \"until_by_copy\": {\"add\": 1}}]}]}",
     "objects[0].conditions[0].until_by_copy: there is no \"repeat\""},
    {"{\"objects\": [{\"mesh\": @, \"conditions\": [{\"until\": 1, \"until_by_copy\": {\"add\": -1}}]}]}",
     "objects[0].conditions[0].until_by_copy.add: -1 is outside"},
    {"{\"objects\": [{\"mesh\": @}], \"steps\": {\"by_size\": {\"tiny\": 1, \"paper\": 2}}}",
     "steps.by_size: there is no value for the size 'small', only for: tiny, paper"},
    {"{\"objects\": [{\"mesh\": @}], \"steps\": {\"by_size\": {\"tiny\": 1, \"smal\": 2}}}",
     "steps.by_size: there is no 'smal' here; did you mean 'small'"},
    {"{\"objects\": [{\"mesh\": @}, {\"mesh\": @, \"material\": {\"by_size\": 3}}]}",
     "objects[1].material.by_size: an object {\"tiny\": ..."},
    {"{\"objects\": [{\"mesh\": @}], \"steps\": {\"by_size\": {\"small\": 1}, \"about\": \"few\"}}",
     "steps: by_size stands for the whole value"},
    {"{\"objects\": [{\"mesh\": @}], \"steps\": {\"by_size\": {\"small\": {\"by_size\": {\"tiny\": 1}}}}}",
     "steps.by_size: there is no value for the size 'small', only for: tiny"},
    {"{\"objects\": [{\"mesh\": @}], \"steps\": {\"by_size\": {\"small\": 1, \"small\": 1}}}",
     "'small' stands here twice"},
    {"{\"objects\": [{\"mesh\": @}], \"steps\": {\"by_size\": {\"small\": 0}}}", "steps: 0 is outside [1"},
    {"{\"by_size\": {\"small\": [1]}}", "an object {"},
    {"{\"objects\": [{\"mesh\": @}], \"steps\": 2.5}", "steps: 2.5 is not a whole number"},
    {"{\"objects\": [{\"mesh\": @}], \"newton\": {\"most_iterations\": 9.5}}",
     "newton.most_iterations: 9.5 is not a whole number"},
    {"{\"objects\": [{\"mesh\": @}], \"output\": {\"every\": 1.9}}", "output.every: 1.9 is not a whole number"},
    {"{\"objects\": [{\"mesh\": @}], \"friction\": {\"lags\": 0.5}}", "friction.lags: 0.5 is not a whole number"},
    {"{\"objects\": [{\"mesh\": @, \"repeat\": {\"count\": 2.9}}]}",
     "objects[0].repeat.count: 2.9 is not a whole number"},
    {"{\"objects\": [{\"mesh\": @, \"conditions\": [{\"until\": 1, \"until_by_copy\": {\"for_every\": 1.5}}]}]}",
     "objects[0].conditions[0].until_by_copy.for_every: 1.5 is not a whole number"},
    {"{\"objects\": [{\"mesh\": @, \"conditions\": [{\"select\": {\"nodes\": [0, 1.5]}}]}]}",
     "objects[0].conditions[0].select.nodes[1]: 1.5 is not a whole number"},
    {"{\"objects\": [{\"mesh\": @}], \"stitches\": [{\"from\": [\"object-0\", 0.5], \"to\": [\"object-0\", 1]}]}",
     "stitches[0].from[1]: 0.5 is not a whole number"},
    {"{\"objects\": [{\"mesh\": {\"generator\": \"grid\", \"columns\": 2.5}}]}",
     "objects[0].mesh: grid: columns: 2.5 is not a whole number"},
    {"{\"objects\": [{\"mesh\": @}], \"contact\": {\"ask\": \"some\"}}", "contact.ask: there is no 'some'"},
};

START_TEST(what_is_wrong_is_named) {
    ts_scene scene = {0};
    ts_error error = {0};
    ck_assert_int_eq(read_text(WRONG[_i].text, &scene, &error), TS_ERROR_DATA);
    ck_assert_msg(strstr(error.message, WRONG[_i].message), "%s: '%s' lacks '%s'", WRONG[_i].text, error.message,
                  WRONG[_i].message);
    ck_assert_ptr_nonnull(strstr(error.message, "scene.json"));
    ck_assert_ptr_null(scene.name);
}
END_TEST

int main(void) {
    if (ts_solvers_register_builtin(NULL) != TS_OK) return EXIT_FAILURE; /* scenes may choose any */
    Suite *suite = suite_create("wrong scenes");
    TCase *tests = tcase_create("wrong scenes");
    tcase_add_checked_fixture(tests, scratch_setup, scratch_teardown);
    tcase_add_loop_test(tests, what_is_wrong_is_named, 0, (int)(sizeof WRONG / sizeof *WRONG));
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
