/* SPDX-License-Identifier: MIT
 * Checkpoints: everything that the next step depends on, bit for bit, beside its target and renamed. After the head
 * comes one array after the other, each a line "NAME TYPE COUNT" and its values as they are in memory. A reader knows
 * from the scene what every line must be, and takes nothing from the file but values: there is no length in it to
 * believe. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/error.h"
#include "core/files.h"
#include "core/leftovers.h"
#include "scenes/run/checkpoint.h"
#include "scenes/run/checkpoint_head.h"
#include "scenes/solver.h"

typedef enum part_type { NUMBER, REAL, FLAG, TEXT } part_type;

static const struct {
    const char *name;
    size_t size; /* of a value, bytes */
} TYPES[] = {
    [NUMBER] = {"number", sizeof(uint64_t)},
    [REAL] = {"real", sizeof(double)},
    [FLAG] = {"flag", sizeof(bool)},
    [TEXT] = {"text", 1},
};

_Static_assert(sizeof(size_t) == sizeof(uint64_t) && sizeof(bool) == 1, "a checkpoint holds them as they are");

/* One array of a checkpoint: the same list serves writing and reading. */
typedef struct checkpoint_part {
    char name[64];
    part_type type;
    size_t count;
    void *data;
} checkpoint_part;

typedef struct checkpoint_parts {
    size_t count, capacity;
    checkpoint_part *part;
} checkpoint_parts;

static checkpoint_part *add_part(checkpoint_parts *parts, part_type type, size_t count, void *data) {
    if (parts->count == parts->capacity) {
        const size_t capacity = 2 * parts->capacity + 32;
        checkpoint_part *grown = realloc(parts->part, capacity * sizeof *grown);
        if (!grown) return NULL;
        parts->part = grown;
        parts->capacity = capacity;
    }
    checkpoint_part *part = &parts->part[parts->count++];
    *part = (checkpoint_part){.type = type, .count = count, .data = data};
    return part;
}

static bool add_named(checkpoint_parts *parts, const char *name, part_type type, size_t count, void *data) {
    checkpoint_part *part = add_part(parts, type, count, data);
    if (part) snprintf(part->name, sizeof part->name, "%s", name);
    return part;
}

static bool add_state(checkpoint_parts *parts, ts_simulation *simulation) {
    ts_state *state = &simulation->state;
    const size_t n = 3 * simulation->bodies.nodes;
    return add_named(parts, "step", NUMBER, 1, &state->step) && add_named(parts, "time", REAL, 1, &state->time) &&
           add_named(parts, "x", REAL, n, state->x) && add_named(parts, "v", REAL, n, state->v) &&
           add_named(parts, "a", REAL, n, state->a) && add_named(parts, "x_before", REAL, n, state->x_before) &&
           add_named(parts, "v_before", REAL, n, state->v_before);
}

/* Positions at which conditions began; begun_at is room for those that the file may have and memory lacks. */
static bool add_conditions(checkpoint_parts *parts, ts_simulation *simulation) {
    ts_conditions *conditions = &simulation->conditions;
    for (size_t k = 0; k < conditions->count; ++k) {
        ts_condition *condition = &conditions->condition[k];
        if (!condition->begun) {
            condition->begun = calloc(condition->count + 1, sizeof *condition->begun);
            if (!condition->begun) return false;
        }
        checkpoint_part *start = add_part(parts, REAL, 1, &condition->start);
        if (!start) return false;
        snprintf(start->name, sizeof start->name, "condition_%zu_start", k);
        checkpoint_part *has_begun = add_part(parts, FLAG, 1, &condition->has_begun);
        if (!has_begun) return false;
        snprintf(has_begun->name, sizeof has_begun->name, "condition_%zu_has_begun", k);
        checkpoint_part *begun = add_part(parts, REAL, 3 * condition->count, condition->begun);
        if (!begun) return false;
        snprintf(begun->name, sizeof begun->name, "condition_%zu_begun", k);
    }
    return true;
}

static bool add_carried(checkpoint_parts *parts, ts_simulation *simulation) {
    ts_carried list[TS_SOLVER_MOST_CARRIED];
    const size_t count = simulation->choice.solver->carried(simulation->self, list);
    bool made = true;
    for (size_t k = 0; k < count && made; ++k) {
        made = add_named(parts, list[k].name, REAL, list[k].count, list[k].value);
    }
    return made;
}

/* The scene's hash, the method and the rules are parts 0 to 2. */
static ts_status list_parts(ts_simulation *simulation, ts_checkpoint_note *note, checkpoint_parts *parts,
                            ts_error *error) {
    *parts = (checkpoint_parts){0};
    const bool made = add_named(parts, "scene_hash", NUMBER, 1, &note->scene_hash) &&
                      add_named(parts, "method", TEXT, sizeof note->method, note->method) &&
                      add_named(parts, "rules", TEXT, sizeof note->rules, note->rules) &&
                      add_named(parts, "log_bytes", NUMBER, 1, &note->log_bytes) &&
                      add_named(parts, "first_frame", NUMBER, 1, &note->first_frame) &&
                      add_carried(parts, simulation) && add_state(parts, simulation) &&
                      add_conditions(parts, simulation);
    if (made) return TS_OK;
    free(parts->part);
    return ts_fail_memory(error, "a checkpoint");
}

/* ---- One array of the file ---- */

enum { LINE_LENGTH = 128 };

/* The line before the values; returns its length. */
static size_t make_line(const checkpoint_part *part, char line[LINE_LENGTH]) {
    return (size_t)snprintf(line, LINE_LENGTH, "%s %s %zu\n", part->name, TYPES[part->type].name, part->count);
}

static size_t part_bytes(const checkpoint_part *part) {
    return part->count * TYPES[part->type].size;
}

static bool write_part(FILE *file, const checkpoint_part *part) {
    char line[LINE_LENGTH];
    const size_t length = make_line(part, line), bytes = part_bytes(part);
    return fwrite(line, 1, length, file) == length && fwrite(part->data, 1, bytes, file) == bytes;
}

/* What no run writes, in a file made by another hand. */
static bool is_sound(const checkpoint_part *part, const void *data) {
    for (size_t k = 0; k < part->count; ++k) {
        if (part->type == REAL && !isfinite(((const double *)data)[k])) return false;
        if (part->type == FLAG && ((const unsigned char *)data)[k] > 1) return false;
    }
    return true;
}

/* to: [part_bytes] */
static bool read_part(FILE *file, const checkpoint_part *part, void *to) {
    char line[LINE_LENGTH], found[LINE_LENGTH];
    const size_t length = make_line(part, line), bytes = part_bytes(part);
    return fread(found, 1, length, file) == length && memcmp(line, found, length) == 0 &&
           fread(to, 1, bytes, file) == bytes && is_sound(part, to);
}

/* ---- Writing ---- */

/* False with the reason in errno when it cannot be written to its end. */
static bool write_file(const char *path, const checkpoint_parts *parts) {
    static const char room[TS_CHECKPOINT_HEAD];
    FILE *file = fopen(path, "wb");
    if (!file) return false;
    bool written = fwrite(room, 1, sizeof room, file) == sizeof room;
    for (size_t k = 0; k < parts->count && written; ++k) written = write_part(file, &parts->part[k]);
    const int reason = errno;
    if (fclose(file) != 0) return false;
    if (!written) errno = reason;
    return written && ts_checkpoint_head_write(path, NULL) == TS_OK;
}

static ts_status put_file(const char *path, const char *temporary, const checkpoint_parts *parts, ts_error *error) {
    if (write_file(temporary, parts) && rename(temporary, path) == 0) return TS_OK;
    const int reason = errno;
    unlink(temporary);
    return ts_fail(error, TS_ERROR_USAGE, "%s could not be written: %s; the checkpoint before it is as it was", path,
                   strerror(reason));
}

ts_status ts_checkpoint_write(const char *path, ts_simulation *simulation, const ts_checkpoint_note *note,
                              ts_error *error) {
    checkpoint_parts parts;
    ts_checkpoint_note written = *note;
    ts_status status = list_parts(simulation, &written, &parts, error);
    if (status != TS_OK) return status;
    char *temporary = ts_temporary_name(path);
    status = temporary ? put_file(path, temporary, &parts, error) : ts_fail_memory(error, "a checkpoint");
    free(temporary);
    free(parts.part);
    return status == TS_OK ? simulation->choice.solver->forget(simulation->self, error) : status;
}

/* ---- Reading ---- */

/* The parts before what the solver carries, of every checkpoint. */
enum { NOTED = 5 };

/* Whether the file goes on with an array of another name, and stays where it is. */
static bool goes_on_otherwise(FILE *file, const checkpoint_part *part) {
    char line[LINE_LENGTH], found[LINE_LENGTH];
    make_line(part, line);
    const size_t length = strlen(part->name) + 1;
    const long at = ftell(file);
    const bool differs = fread(found, 1, length, file) == length && memcmp(line, found, length) != 0;
    return fseek(file, at, SEEK_SET) == 0 && differs;
}

/* Reads all parts before any is put in place: a damaged file changes nothing. */
static ts_status read_all(FILE *file, const char *path, const checkpoint_parts *parts, uint64_t scene_hash, void **copy,
                          ts_error *error) {
    for (size_t k = 0; k < parts->count; ++k) {
        const checkpoint_part *part = &parts->part[k];
        if (k == NOTED && *(const uint64_t *)copy[0] == scene_hash && goes_on_otherwise(file, part)) {
            return ts_fail(error, TS_ERROR_DATA,
                           "%s is of a run by another solver: what solvers carry from step to step differs; take the "
                           "same solver, or start the run anew",
                           path);
        }
        copy[k] = malloc(part_bytes(part) + 1);
        if (!copy[k]) return ts_fail_memory(error, "a checkpoint");
        if (!read_part(file, part, copy[k])) {
            return ts_fail(error, TS_ERROR_DATA,
                           "%s: the array '%s' is missing, damaged or of another size than this scene's: start "
                           "the run anew, or resume it with the scene it was made from",
                           path, part->name);
        }
    }
    if (fgetc(file) == EOF) return TS_OK;
    return ts_fail(error, TS_ERROR_DATA, "%s goes on after its last array: start the run anew", path);
}

/* A text of the file that is to be this one. */
static ts_status check_text(const char *path, const checkpoint_part *part, char *copy, const char *here,
                            ts_error *error) {
    copy[part->count] = '\0'; /* there is a byte more, for a damaged one */
    if (strcmp(copy, here) == 0) return TS_OK;
    return ts_fail(error, TS_ERROR_DATA, "%s is of a run with %s; this one has %s: resume with the same, or start anew",
                   path, copy, here);
}

/* What a checkpoint must have in common with the run that reads it. */
typedef struct checkpoint_demands {
    uint64_t scene_hash;
    const char *method, *rules; /* NULL: any */
} checkpoint_demands;

static ts_status check_and_adopt(const char *path, const checkpoint_parts *parts, void *const *copy,
                                 const checkpoint_demands *here, ts_error *error) {
    ts_status status = TS_OK;
    if (*(const uint64_t *)copy[0] != here->scene_hash) {
        return ts_fail(error, TS_ERROR_DATA, "%s is of another scene or other options than these; take the same ones",
                       path);
    }
    if (here->method) status = check_text(path, &parts->part[1], copy[1], here->method, error);
    if (status == TS_OK && here->rules) status = check_text(path, &parts->part[2], copy[2], here->rules, error);
    if (status != TS_OK) return status;
    for (size_t k = 0; k < parts->count; ++k) memcpy(parts->part[k].data, copy[k], part_bytes(&parts->part[k]));
    return TS_OK;
}

static ts_status read_file(const char *path, const checkpoint_parts *parts, const checkpoint_demands *here,
                           ts_error *error) {
    void **copy = calloc(parts->count, sizeof *copy);
    if (!copy) return ts_fail_memory(error, "a checkpoint");
    ts_status status;
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, TS_CHECKPOINT_HEAD, SEEK_SET) != 0) {
        status = ts_fail(error, TS_ERROR_DATA, "%s cannot be read", path);
    } else {
        status = read_all(file, path, parts, here->scene_hash, copy, error);
    }
    if (file) fclose(file);
    if (status == TS_OK) status = check_and_adopt(path, parts, copy, here, error);
    for (size_t k = 0; k < parts->count; ++k) free(copy[k]);
    free(copy);
    return status;
}

/* found: what the file says, when it is read. */
static ts_status read_into(const char *path, ts_simulation *simulation, const checkpoint_demands *here,
                           ts_checkpoint_note *found, ts_error *error) {
    checkpoint_parts parts;
    ts_status status = ts_checkpoint_head_check(path, error);
    if (status == TS_OK) status = list_parts(simulation, found, &parts, error);
    if (status != TS_OK) return status;
    status = read_file(path, &parts, here, error);
    if (status == TS_OK) simulation->choice.solver->restore(simulation->self);
    free(parts.part);
    return status == TS_OK ? simulation->choice.solver->forget(simulation->self, error) : status;
}

ts_status ts_checkpoint_read(const char *path, ts_simulation *simulation, ts_checkpoint_note *note, ts_error *error) {
    ts_checkpoint_note found = *note;
    const checkpoint_demands here = {.scene_hash = note->scene_hash, .method = note->method, .rules = note->rules};
    const ts_status status = read_into(path, simulation, &here, &found, error);
    if (status == TS_OK) *note = found;
    return status;
}

ts_status ts_checkpoint_take_state(const char *path, ts_simulation *simulation, uint64_t scene_hash, ts_error *error) {
    ts_checkpoint_note found = {0};
    return read_into(path, simulation, &(checkpoint_demands){.scene_hash = scene_hash}, &found, error);
}
