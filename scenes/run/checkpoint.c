/* SPDX-License-Identifier: MIT
 * Checkpoints: everything that the next step depends on, bit for bit, in an HDF5 file beside its target, renamed. */
#include <errno.h>
#include <hdf5.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/error.h"
#include "core/files.h"
#include "core/leftovers.h"
#include "datasets/hdf5_drop.h"
#include "datasets/hdf5_meta.h"
#include "scenes/run/checkpoint.h"
#include "scenes/run/checkpoint_head.h"
#include "scenes/solver.h"

/* One array of a checkpoint: the same list serves writing and reading. */
typedef struct checkpoint_part {
    char name[64];
    hid_t type;
    hsize_t count;
    void *data;
} checkpoint_part;

typedef struct checkpoint_parts {
    size_t count, capacity;
    checkpoint_part *part;
} checkpoint_parts;

static checkpoint_part *add_part(checkpoint_parts *parts, hid_t type, hsize_t count, void *data) {
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

static bool add_named(checkpoint_parts *parts, const char *name, hid_t type, hsize_t count, void *data) {
    checkpoint_part *part = add_part(parts, type, count, data);
    if (part) snprintf(part->name, sizeof part->name, "%s", name);
    return part;
}

static bool add_state(checkpoint_parts *parts, ts_simulation *simulation) {
    ts_state *state = &simulation->state;
    const hsize_t n = 3 * simulation->bodies.nodes;
    return add_named(parts, "step", H5T_NATIVE_ULLONG, 1, &state->step) &&
           add_named(parts, "time", H5T_NATIVE_DOUBLE, 1, &state->time) &&
           add_named(parts, "x", H5T_NATIVE_DOUBLE, n, state->x) &&
           add_named(parts, "v", H5T_NATIVE_DOUBLE, n, state->v) &&
           add_named(parts, "a", H5T_NATIVE_DOUBLE, n, state->a) &&
           add_named(parts, "x_before", H5T_NATIVE_DOUBLE, n, state->x_before) &&
           add_named(parts, "v_before", H5T_NATIVE_DOUBLE, n, state->v_before);
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
        checkpoint_part *start = add_part(parts, H5T_NATIVE_DOUBLE, 1, &condition->start);
        if (!start) return false;
        snprintf(start->name, sizeof start->name, "condition_%zu_start", k);
        checkpoint_part *has_begun = add_part(parts, H5T_NATIVE_UCHAR, 1, &condition->has_begun);
        if (!has_begun) return false;
        snprintf(has_begun->name, sizeof has_begun->name, "condition_%zu_has_begun", k);
        checkpoint_part *begun = add_part(parts, H5T_NATIVE_DOUBLE, 3 * condition->count, condition->begun);
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
        made = add_named(parts, list[k].name, H5T_NATIVE_DOUBLE, list[k].count, list[k].value);
    }
    return made;
}

/* The scene's hash, the method and the rules are parts 0 to 2. */
static ts_status list_parts(ts_simulation *simulation, ts_checkpoint_note *note, checkpoint_parts *parts,
                            ts_error *error) {
    *parts = (checkpoint_parts){0};
    const bool made = add_named(parts, "scene_hash", H5T_NATIVE_ULLONG, 1, &note->scene_hash) &&
                      add_named(parts, "method", H5T_NATIVE_CHAR, sizeof note->method, note->method) &&
                      add_named(parts, "rules", H5T_NATIVE_CHAR, sizeof note->rules, note->rules) &&
                      add_named(parts, "log_bytes", H5T_NATIVE_ULLONG, 1, &note->log_bytes) &&
                      add_named(parts, "first_frame", H5T_NATIVE_ULLONG, 1, &note->first_frame) &&
                      add_carried(parts, simulation) && add_state(parts, simulation) &&
                      add_conditions(parts, simulation);
    if (made) return TS_OK;
    free(parts->part);
    return ts_fail_memory(error, "a checkpoint");
}

/* ---- Writing ---- */

static void drop(hid_t file, char *reason) {
    char room[TS_HDF5_REASON_LENGTH];
    strcpy(reason, ts_hdf5_reason(room));
    ts_hdf5_drop(file);
}

static bool write_part(hid_t file, const checkpoint_part *part, char *reason) {
    const hid_t plist = H5Pcreate(H5P_DATASET_CREATE), space = H5Screate_simple(1, &part->count, NULL);
    H5Pset_obj_track_times(plist, false);
    const hid_t dataset = H5Dcreate2(file, part->name, part->type, space, H5P_DEFAULT, plist, H5P_DEFAULT);
    const bool written = dataset >= 0 &&
                         H5Dwrite(dataset, part->type, H5S_ALL, H5S_ALL, H5P_DEFAULT, part->data) >= 0 &&
                         H5Dflush(dataset) >= 0;
    if (!written) drop(file, reason);
    if (dataset >= 0) H5Dclose(dataset);
    H5Sclose(space);
    H5Pclose(plist);
    return written;
}

/* False with a reason when it cannot be written to its end. */
static bool write_file(const char *path, const checkpoint_parts *parts, char *reason) {
    char room[TS_HDF5_REASON_LENGTH];
    const hid_t plist = H5Pcreate(H5P_FILE_CREATE);
    H5Pset_userblock(plist, TS_CHECKPOINT_HEAD);
    const hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, plist, H5P_DEFAULT);
    H5Pclose(plist);
    if (file < 0) strcpy(reason, ts_hdf5_reason(room));
    if (file < 0) return false;
    bool written = true;
    for (size_t k = 0; k < parts->count && written; ++k) written = write_part(file, &parts->part[k], reason);
    if (written && H5Fflush(file, H5F_SCOPE_LOCAL) < 0) {
        drop(file, reason);
        written = false;
    }
    written = H5Fclose(file) >= 0 && written;
    return written && ts_checkpoint_head_write(path, NULL) == TS_OK;
}

static ts_status put_file(const char *path, const char *temporary, const checkpoint_parts *parts, ts_error *error) {
    char reason[TS_HDF5_REASON_LENGTH] = "the end of the file";
    bool put = write_file(temporary, parts, reason);
    if (put && rename(temporary, path) != 0) {
        snprintf(reason, sizeof reason, "%s", strerror(errno));
        put = false;
    }
    if (put) return TS_OK;
    unlink(temporary);
    return ts_fail(error, TS_ERROR_USAGE, "%s could not be written: %s; the checkpoint before it is as it was", path,
                   reason);
}

ts_status ts_checkpoint_write(const char *path, ts_simulation *simulation, const ts_checkpoint_note *note,
                              ts_error *error) {
    checkpoint_parts parts;
    ts_checkpoint_note written = *note;
    ts_status status = list_parts(simulation, &written, &parts, error);
    if (status != TS_OK) return status;
    char *temporary = ts_temporary_name(path);
    if (!temporary) {
        status = ts_fail_memory(error, "a checkpoint");
    } else {
        H5E_BEGIN_TRY {
            status = put_file(path, temporary, &parts, error);
        }
        H5E_END_TRY;
    }
    free(temporary);
    free(parts.part);
    return status == TS_OK ? simulation->choice.solver->forget(simulation->self, error) : status;
}

/* ---- Reading ---- */

static bool has_shape(hid_t dataset, hsize_t count) {
    const hid_t space = H5Dget_space(dataset);
    hsize_t size = 0;
    const bool fits =
        H5Sget_simple_extent_ndims(space) == 1 && H5Sget_simple_extent_dims(space, &size, NULL) == 1 && size == count;
    H5Sclose(space);
    return fits;
}

/* A damaged type may be one of gigabytes, all of which HDF5 would convert. */
static bool has_type(hid_t dataset, hid_t type) {
    const hid_t stored = H5Dget_type(dataset);
    const bool fits = H5Tget_class(stored) == H5Tget_class(type) && H5Tget_size(stored) == H5Tget_size(type);
    H5Tclose(stored);
    return fits;
}

static bool read_part(hid_t file, const checkpoint_part *part, void *to) {
    const hid_t dataset = H5Dopen2(file, part->name, H5P_DEFAULT);
    if (dataset < 0) return false;
    const bool read = has_shape(dataset, part->count) && has_type(dataset, part->type) &&
                      H5Dread(dataset, part->type, H5S_ALL, H5S_ALL, H5P_DEFAULT, to) >= 0;
    H5Dclose(dataset);
    return read;
}

static size_t part_bytes(const checkpoint_part *part) {
    return (size_t)part->count * H5Tget_size(part->type);
}

static bool is_finite_part(const checkpoint_part *part, const void *data) {
    if (part->type != H5T_NATIVE_DOUBLE) return true;
    for (hsize_t k = 0; k < part->count; ++k) {
        if (!isfinite(((const double *)data)[k])) return false;
    }
    return true;
}

/* Reads all parts before any is put in place: a damaged file changes nothing. */
static ts_status read_all(hid_t file, const char *path, const checkpoint_parts *parts, void **copy, ts_error *error) {
    for (size_t k = 0; k < parts->count; ++k) {
        const checkpoint_part *part = &parts->part[k];
        copy[k] = malloc(part_bytes(part) + 1);
        if (!copy[k]) return ts_fail_memory(error, "a checkpoint");
        if (!read_part(file, part, copy[k]) || !is_finite_part(part, copy[k])) {
            return ts_fail(error, TS_ERROR_DATA,
                           "%s: the array '%s' is missing, damaged or of another size than this scene's: start "
                           "the run anew, or resume it with the scene it was made from",
                           path, part->name);
        }
    }
    return TS_OK;
}

/* A text of the file that is to be this one. */
static ts_status check_text(const char *path, const checkpoint_part *part, char *copy, const char *here,
                            ts_error *error) {
    copy[part->count] = '\0'; /* there is a byte more, for a damaged one */
    if (strcmp(copy, here) == 0) return TS_OK;
    return ts_fail(error, TS_ERROR_DATA, "%s is of a run with %s; this one has %s: resume with the same, or start anew",
                   path, copy, here);
}

static ts_status check_and_adopt(const char *path, const checkpoint_parts *parts, void *const *copy,
                                 const ts_checkpoint_note *here, ts_error *error) {
    if (*(const uint64_t *)copy[0] != here->scene_hash) {
        return ts_fail(error, TS_ERROR_DATA,
                       "%s is of another scene or other options than these; resume with the same ones", path);
    }
    ts_status status = check_text(path, &parts->part[1], copy[1], here->method, error);
    if (status == TS_OK) status = check_text(path, &parts->part[2], copy[2], here->rules, error);
    if (status != TS_OK) return status;
    for (size_t k = 0; k < parts->count; ++k) memcpy(parts->part[k].data, copy[k], part_bytes(&parts->part[k]));
    return TS_OK;
}

static ts_status read_file(const char *path, const checkpoint_parts *parts, const ts_checkpoint_note *here,
                           ts_error *error) {
    void **copy = calloc(parts->count, sizeof *copy);
    if (!copy) return ts_fail_memory(error, "a checkpoint");
    ts_status status;
    H5E_BEGIN_TRY {
        const hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
        if (file < 0) {
            status = ts_fail(error, TS_ERROR_DATA, "%s is missing or is no checkpoint", path);
        } else {
            status = read_all(file, path, parts, copy, error);
            H5Fclose(file);
        }
    }
    H5E_END_TRY;
    if (status == TS_OK) status = check_and_adopt(path, parts, copy, here, error);
    for (size_t k = 0; k < parts->count; ++k) free(copy[k]);
    free(copy);
    return status;
}

ts_status ts_checkpoint_read(const char *path, ts_simulation *simulation, ts_checkpoint_note *note, ts_error *error) {
    checkpoint_parts parts;
    ts_checkpoint_note found = *note;
    ts_status status = ts_checkpoint_head_check(path, error);
    if (status == TS_OK) status = list_parts(simulation, &found, &parts, error);
    if (status != TS_OK) return status;
    status = read_file(path, &parts, note, error);
    if (status == TS_OK) {
        simulation->choice.solver->restore(simulation->self);
        *note = found;
    }
    free(parts.part);
    if (status != TS_OK) return status;
    return simulation->choice.solver->forget(simulation->self, error);
}
