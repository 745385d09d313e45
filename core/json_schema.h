/* SPDX-License-Identifier: MIT
 * Whether a JSON document keeps to a schema (json-schema.org, draft 2020-12). Of its keywords those that ours need:
 * $ref to a definition, type, enum, const, minimum, exclusiveMinimum, pattern, properties, required,
 * additionalProperties, propertyNames with enum, items, prefixItems, minItems, maxItems, oneOf with a type each. */
#ifndef TS_CORE_JSON_SCHEMA_H
#define TS_CORE_JSON_SCHEMA_H

#include <stdbool.h>

#include <cJSON.h>

#include "core/error.h"

typedef struct ts_json_rules {
    const cJSON *schema;    /* the whole, with its $defs */
    const char *definition; /* among them: what the document is to be */
    /* The version that the document was written by. A keyword of our own, "since", says which required members are
     * missing in older ones: {"faults": 2}. */
    int version;
    bool lenient; /* members that the schema does not know are let pass */
} ts_json_rules;

/* TS_ERROR_DATA: "NAME: data_sets[0].queries: a whole number is expected here, not null". name: of the document. */
ts_status ts_json_check_schema(const cJSON *document, const ts_json_rules *rules, const char *name, ts_error *error);

#endif
