/* SPDX-License-Identifier: MIT
 * Every keyword of a schema that is understood: what it lets pass, and what is said of the rest. The schema of results
 * has no others. */
#include "core/json_schema.h"

#include <string.h>

#include "core/json_document.h"
#include "tests/datasets/scratch.h"

static const char SCHEMA[] =
    "{\"$defs\": {"
    "\"count\": {\"type\": \"integer\", \"minimum\": 0},"
    "\"thing\": {\"type\": \"object\","
    " \"properties\": {"
    "  \"n\": {\"$ref\": \"#/$defs/count\"},"
    "  \"x\": {\"type\": [\"number\", \"null\"], \"exclusiveMinimum\": 0},"
    "  \"kind\": {\"enum\": [\"all\", \"edge-edge\"]},"
    "  \"one\": {\"const\": 1},"
    "  \"on\": {\"type\": \"boolean\"},"
    "  \"hash\": {\"type\": \"string\", \"pattern\": \"^[0-9a-f]{4}$\"},"
    "  \"list\": {\"type\": \"array\", \"items\": {\"$ref\": \"#/$defs/count\"}, \"minItems\": 1},"
    "  \"pair\": {\"type\": \"array\", \"prefixItems\": [{\"type\": \"string\"}, {\"$ref\": \"#/$defs/count\"}],"
    "   \"minItems\": 2, \"maxItems\": 2},"
    "  \"named\": {\"type\": \"object\", \"propertyNames\": {\"enum\": [\"late\", \"safe\"]},"
    "   \"additionalProperties\": {\"$ref\": \"#/$defs/count\"}},"
    "  \"either\": {\"oneOf\": [{\"type\": \"null\"}, {\"type\": \"object\", \"required\": [\"a\"]}]},"
    "  \"deep\": {\"type\": \"array\", \"items\": {\"$ref\": \"#/$defs/thing\"}},"
    "  \"any\": {\"type\": \"object\"}},"
    " \"required\": [\"n\", \"on\"], \"since\": {\"on\": 3}, \"additionalProperties\": false}}}";

static ts_status check(const char *text, int version, bool lenient, ts_error *error) {
    cJSON *schema = cJSON_Parse(SCHEMA), *document = cJSON_Parse(text);
    ck_assert_ptr_nonnull(schema);
    ck_assert_msg(document != NULL, "%s", text);
    const ts_json_rules rules = {.schema = schema, .definition = "thing", .version = version, .lenient = lenient};
    const ts_status status = ts_json_check_schema(document, &rules, "a.json", error);
    cJSON_Delete(document);
    cJSON_Delete(schema);
    return status;
}

START_TEST(what_fits_passes) {
    static const char *const right[] = {
        "{\"n\": 0, \"on\": true}",
        "{\"on\": false, \"n\": 9007199254740991, \"x\": 1e-300, \"kind\": \"edge-edge\", \"one\": 1}",
        "{\"n\": 1, \"on\": true, \"x\": null, \"hash\": \"00ff\", \"list\": [0, 1, 2], \"pair\": [\"a\", 1]}",
        "{\"n\": 1, \"on\": true, \"named\": {}, \"either\": null, \"any\": {\"what\": [\"ever\"]}}",
        "{\"n\": 1, \"on\": true, \"named\": {\"late\": 1, \"safe\": 2}, \"either\": {\"a\": 1}}",
        "{\"n\": 1, \"on\": true, \"deep\": [{\"n\": 2, \"on\": true, \"deep\": []}]}"};
    for (size_t i = 0; i < sizeof right / sizeof *right; ++i) check_ok(check(right[i], 3, false, error));
}
END_TEST

START_TEST(what_does_not_fit_is_said_with_its_path) {
    static const struct {
        const char *text, *words;
    } wrong[] = {
        {"[]", "a.json: an object {...} is expected here, not an array"},
        {"{\"on\": true}", "a.json: n: is missing"},
        {"{\"n\": 1}", "on: is missing"},
        {"{\"n\": null, \"on\": true}", "n: a whole number is expected here, not null"},
        {"{\"n\": -1, \"on\": true}", "n: -1 is less than 0"},
        {"{\"n\": 1.5, \"on\": true}", "n: a whole number is expected here, not 1.5"},
        {"{\"n\": 1e999, \"on\": true}", "n: a whole number is expected here, not inf"},
        {"{\"n\": 9007199254740993, \"on\": true}",
         "n: 9007199254740992 may be another whole number than was written; those beyond 9007199254740991 are rounded"},
        {"{\"n\": 18446744073709551615, \"on\": true}", "n: 1.8446744073709552e+19 may be another whole number than"},
        {"{\"n\": 1e18, \"on\": 1e18}", "n: 1e+18 may be another whole number"},
        {"{\"n\": 1, \"on\": 1e18}", "on: true or false is expected here, not 1e+18"},
        {"{\"n\": 9007199254740993.5, \"on\": true}", "n: 9007199254740994 may be another"},
        {"{\"n\": \"1\", \"on\": true}", "n: a whole number is expected here, not '1'"},
        {"{\"n\": 1, \"on\": 1}", "on: true or false is expected here, not 1"},
        {"{\"n\": 1, \"on\": true, \"x\": 0}", "x: 0 is not above 0"},
        {"{\"n\": 1, \"on\": true, \"x\": true}", "x: a number or null is expected here, not true"},
        {"{\"n\": 1, \"on\": true, \"kind\": \"edge\"}", "kind: 'edge' is none of what may stand here; the nearest"},
        {"{\"n\": 1, \"on\": true, \"one\": 2}", "one: 1 is expected here, not 2"},
        {"{\"n\": 1, \"on\": true, \"hash\": \"00fg\"}", "hash: '00fg' is not of the form"},
        {"{\"n\": 1, \"on\": true, \"list\": []}", "list: 0 items are too few"},
        {"{\"n\": 1, \"on\": true, \"list\": [1, 2, -3]}", "list[2]: -3 is less than 0"},
        {"{\"n\": 1, \"on\": true, \"pair\": [\"a\", 1, 2]}", "pair: 3 items are too many"},
        {"{\"n\": 1, \"on\": true, \"pair\": [1, 1]}", "pair[0]: a text is expected here, not 1"},
        {"{\"n\": 1, \"on\": true, \"named\": {\"lately\": 1}}",
         "named: there is no 'lately' here; did you mean 'late'"},
        {"{\"n\": 1, \"on\": true, \"named\": {\"late\": -1}}", "named.late: -1 is less"},
        {"{\"n\": 1, \"on\": true, \"either\": 3}", "either: 3 is not of a type"},
        {"{\"n\": 1, \"on\": true, \"either\": {}}", "either.a: is missing"},
        {"{\"n\": 1, \"on\": true, \"novel\": 1}", "a.json: there is no 'novel' here"},
        {"{\"n\": 1, \"on\": true, \"deep\": [{\"n\": 1, \"on\": true, \"deep\": [{\"n\": 1}]}]}",
         "deep[0].deep[0].on: is missing"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
        check_fails(check(wrong[i].text, 3, false, error), TS_ERROR_DATA, wrong[i].words);
    }
}
END_TEST

START_TEST(older_versions_lacked_members_and_had_others) {
    check_ok(check("{\"n\": 1}", 2, true, error));
    check_ok(check("{\"n\": 1, \"novel\": 1, \"named\": {\"lately\": \"x\"}}", 2, true, error));
    check_fails(check("{}", 2, true, error), TS_ERROR_DATA, "n: is missing");
    check_fails(check("{\"n\": 1, \"novel\": 1}", 2, false, error), TS_ERROR_DATA, "novel");
    check_fails(check("{\"n\": -1}", 1, true, error), TS_ERROR_DATA, "less than 0");
}
END_TEST

/* A keyword that the check does not know would be one that is not kept to. */
static void check_keywords(const cJSON *rule) {
    static const char *const known[] = {"$ref",       "type",          "enum",       "const",    "minimum",
                                        "items",      "prefixItems",   "minItems",   "maxItems", "exclusiveMinimum",
                                        "properties", "propertyNames", "required",   "since",    "additionalProperties",
                                        "oneOf",      "pattern",       "description"};
    const cJSON *item, *child;
    cJSON_ArrayForEach(item, rule) {
        bool is_known = false;
        for (size_t k = 0; k < sizeof known / sizeof *known; ++k) is_known |= strcmp(item->string, known[k]) == 0;
        ck_assert_msg(is_known, "the keyword %s", item->string);
        if (strcmp(item->string, "properties") == 0 || strcmp(item->string, "oneOf") == 0 ||
            strcmp(item->string, "prefixItems") == 0) {
            cJSON_ArrayForEach(child, item) check_keywords(child);
        } else if (strcmp(item->string, "since") != 0 && cJSON_IsObject(item)) {
            check_keywords(item);
        }
    }
}

START_TEST(the_schema_of_results_has_no_other_keyword) {
    cJSON *schema = NULL;
    const cJSON *definition;
    int definitions = 0;
    check_ok(ts_json_document_read(TS_SOURCE_DIR "/docs/results-schema.json", &schema, NULL, error));
    cJSON_ArrayForEach(definition, cJSON_GetObjectItem(schema, "$defs")) {
        check_keywords(definition);
        ++definitions;
    }
    ck_assert_int_gt(definitions, 8);
    cJSON_Delete(schema);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("json schema");
    TCase *tests = tcase_create("json schema");
    tcase_add_test(tests, what_fits_passes);
    tcase_add_test(tests, what_does_not_fit_is_said_with_its_path);
    tcase_add_test(tests, older_versions_lacked_members_and_had_others);
    tcase_add_test(tests, the_schema_of_results_has_no_other_keyword);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
