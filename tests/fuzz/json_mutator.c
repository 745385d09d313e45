/* SPDX-License-Identifier: MIT
 * What the fuzzer does to an input that is JSON: most often one value is removed, doubled, moved or becomes another, so
 * that the rest stays what a reader accepts. */
#include <cJSON.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/random.h"
#include "tests/fuzz/fuzz.h"

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned int seed);

static const double NUMBERS[] = {0,    1,     -1,     2,      0.5,    1e-300, 1e300,        -1e18,  1e9,
                                 4096, 65536, 0x1p31, 0x1p32, 0x1p53, 0x1p63, 2147483647.0, 5e-324, 3};
static const char *const TEXTS[] = {"",     "a",  "0",           "-1",   "/",    "../x",
                                    "%s%n", "\n", "\x01\x1b[2J", "=1+1", "AAAA", "nan"};

enum { NUMBER_COUNT = sizeof NUMBERS / sizeof *NUMBERS, TEXT_COUNT = sizeof TEXTS / sizeof *TEXTS };

static size_t count_values(const cJSON *value) {
    size_t count = 1;
    for (const cJSON *child = value->child; child; child = child->next) count += count_values(child);
    return count;
}

/* Value number *number in the order of the text, and what it stands in. */
static cJSON *find_value(cJSON *value, size_t *number, cJSON **parent) {
    if ((*number)-- == 0) return value;
    for (cJSON *child = value->child; child; child = child->next) {
        cJSON *found = find_value(child, number, parent);
        if (found && !*parent) *parent = value;
        if (found) return found;
    }
    return NULL;
}

static cJSON *pick(cJSON *root, ts_random *random, cJSON **parent) {
    size_t number = ts_random_below(random, count_values(root));
    *parent = NULL;
    return find_value(root, &number, parent);
}

static cJSON *make_value(ts_random *random, const cJSON *was) {
    switch (ts_random_below(random, 9)) {
    case 0: return cJSON_CreateNull();
    case 1: return cJSON_CreateBool(!cJSON_IsTrue(was));
    case 2: return cJSON_CreateArray();
    case 3: return cJSON_CreateObject();
    case 4: return cJSON_CreateString(TEXTS[ts_random_below(random, TEXT_COUNT)]);
    case 5: return cJSON_CreateNumber(cJSON_IsNumber(was) ? -was->valuedouble : -1.0);
    case 6: return cJSON_CreateNumber(cJSON_IsNumber(was) ? was->valuedouble + 1.0 : 1.0);
    default: return cJSON_CreateNumber(NUMBERS[ts_random_below(random, NUMBER_COUNT)]);
    }
}

/* `made` in the place of `value`, with its name. */
static void put(cJSON *parent, cJSON *value, cJSON *made) {
    if (cJSON_IsObject(parent) && value->string) {
        char *name = strdup(value->string);
        cJSON_Delete(cJSON_DetachItemViaPointer(parent, value));
        cJSON_AddItemToObject(parent, name, made);
        free(name);
    } else if (!cJSON_ReplaceItemViaPointer(parent, value, made)) {
        cJSON_Delete(made);
    }
}

static void double_value(cJSON *parent, const cJSON *value) {
    cJSON *copy = cJSON_Duplicate(value, true);
    if (cJSON_IsObject(parent) && value->string)
        cJSON_AddItemToObject(parent, value->string, copy);
    else
        cJSON_AddItemToArray(parent, copy);
}

static void change(cJSON *root, ts_random *random) {
    cJSON *parent, *elsewhere, *value = pick(root, random, &parent);
    if (!parent) return;
    switch (ts_random_below(random, 6)) {
    case 0: cJSON_Delete(cJSON_DetachItemViaPointer(parent, value)); break;
    case 1: double_value(parent, value); break;
    case 2: put(parent, value, cJSON_Duplicate(pick(root, random, &elsewhere), true)); break;
    default: put(parent, value, make_value(random, value));
    }
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned int seed) {
    ts_random random;
    ts_random_init(&random, seed, 0);
    cJSON *root = ts_random_below(&random, 8) == 0 ? NULL : cJSON_ParseWithLength((const char *)data, size);
    if (!root) return LLVMFuzzerMutate(data, size, most);
    for (size_t more = ts_random_below(&random, 3) + 1; more > 0; --more) change(root, &random);
    char *text = cJSON_PrintUnformatted(root);
    const size_t length = text ? strlen(text) : 0;
    for (size_t k = 0; length <= most && k < length; ++k) data[k] = (uint8_t)text[k];
    cJSON_free(text);
    cJSON_Delete(root);
    return length > 0 && length <= most ? length : LLVMFuzzerMutate(data, size, most);
}
