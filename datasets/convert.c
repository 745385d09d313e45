/* SPDX-License-Identifier: MIT
 * Converting query files: any number of files of either format into one data set. */
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "datasets/meta.h"
#include "datasets/reader.h"

/* A file being read, a chunk at a time. */
typedef struct source {
    ts_query_reader *reader;
    ts_query_chunk chunk;
    size_t next;      /* the chunk's next query */
    uint32_t *scenes; /* its scene -> the target's */
} source;

typedef struct conversion {
    const ts_convert_options *options;
    const char *from;
    ts_query_files files;
    ts_hdf5_trial trial; /* of all of them */
    bool interleave;     /* the files are one data set split by kind: their origins give the order */
    ts_query_meta meta;  /* of the target */
    ts_query_writer *writer;
    ts_query_chunk chunk; /* to be written */
    ts_convert_result result;
} conversion;

/* ---- One file ---- */

static ts_status scene_index(ts_query_meta *meta, const char *name, uint32_t *index, ts_error *error) {
    size_t i = 0;
    while (i < meta->scene_count && strcmp(meta->scenes[i], name) != 0) ++i;
    *index = (uint32_t)i;
    return i < meta->scene_count ? TS_OK : ts_query_meta_add_scene(meta, name, error);
}

/* The scene that stands for a whole file: its path below the folder. */
static const char *file_scene(const conversion *job, const char *path) {
    const size_t length = strlen(job->from);
    return strncmp(path, job->from, length) == 0 ? path + length + strspn(path + length, "/") : path;
}

/* Adds the file's scenes to the target's; *scenes maps one to the other and belongs to the caller. */
static ts_status map_scenes(conversion *job, const ts_query_reader *reader, uint32_t **scenes, ts_error *error) {
    const ts_query_meta *meta = &reader->meta;
    uint32_t *map = calloc(meta->scene_count + 1, sizeof *map);
    if (!map) return ts_fail_memory(error, "scene names");
    ts_status status = TS_OK;
    for (size_t i = 0; i < meta->scene_count && status == TS_OK; ++i) {
        status = scene_index(&job->meta, meta->scenes[i], &map[i], error);
    }
    if (meta->scene_count == 0 && job->files.count > 1 && !job->interleave) {
        status = scene_index(&job->meta, file_scene(job, reader->path), &map[0], error);
    }
    if (status == TS_OK)
        *scenes = map;
    else
        free(map);
    return status;
}

static void source_close(conversion *job, source *from) {
    if (from->reader) job->result.rounded += ts_query_reader_rounded(from->reader);
    ts_query_reader_close(from->reader);
    ts_query_chunk_clear(&from->chunk);
    free(from->scenes);
    *from = (source){0};
}

static ts_status source_open(conversion *job, const char *path, source *from, ts_error *error) {
    const ts_reader_options options = {.round = job->options->round};
    ts_status status = ts_query_reader_open_next(path, &options, &job->trial, &from->reader, error);
    if (status == TS_OK) status = map_scenes(job, from->reader, &from->scenes, error);
    if (status == TS_OK) status = ts_query_chunk_init(&from->chunk, TS_QUERY_CHUNK, error);
    return status;
}

/* Makes sure that the chunk has a next query; at the end of the file its count is 0. */
static ts_status source_peek(source *from, ts_error *error) {
    if (from->next < from->chunk.count) return TS_OK;
    from->next = 0;
    return ts_query_reader_next(from->reader, &from->chunk, error);
}

/* ---- What the target says of itself: where the files agree ---- */

static void keep_equal(char **text, const char *other) {
    if (*text && other && strcmp(*text, other) == 0) return;
    free(*text);
    *text = NULL;
}

static void agree(ts_query_meta *meta, const ts_query_meta *other) {
    keep_equal(&meta->about, other->about);
    keep_equal(&meta->generator, other->generator);
    if (meta->seed != other->seed) meta->seed = 0;
    meta->has_truth = meta->has_truth && other->has_truth;
    meta->min_distance_unsaid = meta->min_distance_unsaid && other->min_distance_unsaid;
    meta->t_max_unsaid = meta->t_max_unsaid && other->t_max_unsaid;
}

/* One folder above the kinds' folders, for comparing. */
static bool same_data_set(const char *a, const char *b) {
    const char *ends[2] = {a + strlen(a), b + strlen(b)};
    const char *const starts[2] = {a, b};
    for (int i = 0; i < 2; ++i) {
        for (int slashes = 0; ends[i] > starts[i] && slashes < 2; --ends[i]) slashes += ends[i][-1] == '/';
    }
    return ends[0] - a == ends[1] - b && strncmp(a, b, (size_t)(ends[0] - a)) == 0;
}

static ts_status survey_meta(conversion *job, const ts_query_reader *reader, ts_error *error) {
    const char *first = job->files.paths[0];
    job->interleave = job->interleave && reader->split && same_data_set(first, reader->path);
    if (strcmp(first, reader->path) == 0) return ts_query_meta_copy(&reader->meta, &job->meta, error);
    agree(&job->meta, &reader->meta);
    return TS_OK;
}

static ts_status survey_scenes(conversion *job, const ts_query_reader *reader, ts_error *error) {
    uint32_t *scenes = NULL;
    const ts_status status = map_scenes(job, reader, &scenes, error);
    free(scenes);
    return status;
}

/* Opens every file, before anything is written. */
static ts_status survey(conversion *job, ts_status (*look)(conversion *, const ts_query_reader *, ts_error *),
                        ts_error *error) {
    ts_status status = TS_OK;
    for (size_t i = 0; i < job->files.count && status == TS_OK; ++i) {
        ts_query_reader *reader;
        status = ts_query_reader_open_next(job->files.paths[i], NULL, &job->trial, &reader, error);
        if (status != TS_OK) return status;
        status = look(job, reader, error);
        ts_query_reader_close(reader);
    }
    return status;
}

/* ---- The conversion ---- */

static ts_status flush(conversion *job, ts_error *error) {
    if (job->options->interrupted && job->options->interrupted(job->options->self)) {
        return ts_fail(error, TS_ERROR_INTERRUPTED, "interrupted; nothing was written");
    }
    const ts_status status = ts_query_writer_append(job->writer, &job->chunk, error);
    job->result.queries += job->chunk.count;
    job->chunk.count = 0;
    return status;
}

static ts_status take(conversion *job, source *from, ts_error *error) {
    const size_t i = from->next++, to = job->chunk.count++;
    job->chunk.queries[to] = from->chunk.queries[i];
    job->chunk.notes[to] = from->chunk.notes[i];
    job->chunk.notes[to].scene = from->scenes[from->chunk.notes[i].scene];
    return job->chunk.count == job->chunk.capacity ? flush(job, error) : TS_OK;
}

/* Takes the queries of all sources in the order of their origins. */
static ts_status pump(conversion *job, source *sources, size_t count, ts_error *error) {
    for (;;) {
        source *first = NULL;
        for (size_t s = 0; s < count; ++s) {
            const ts_status status = source_peek(&sources[s], error);
            if (status != TS_OK) return status;
            if (sources[s].chunk.count == 0) continue;
            const uint64_t origin = sources[s].chunk.notes[sources[s].next].origin;
            if (!first || origin < first->chunk.notes[first->next].origin) first = &sources[s];
        }
        if (!first) return TS_OK;
        const ts_status taken = take(job, first, error);
        if (taken != TS_OK) return taken;
    }
}

/* Files [first, first + count), all open at once. */
static ts_status convert_together(conversion *job, size_t first, size_t count, ts_error *error) {
    source sources[TS_CCD_KINDS] = {0};
    ts_status status = TS_OK;
    for (size_t s = 0; s < count && status == TS_OK; ++s) {
        status = source_open(job, job->files.paths[first + s], &sources[s], error);
    }
    if (status == TS_OK) status = pump(job, sources, count, error);
    for (size_t s = 0; s < count; ++s) source_close(job, &sources[s]);
    return status;
}

static ts_status convert_all(conversion *job, ts_error *error) {
    const size_t together = job->interleave ? job->files.count : 1;
    ts_status status = TS_OK;
    for (size_t i = 0; i < job->files.count && status == TS_OK; i += together) {
        status = convert_together(job, i, together, error);
    }
    if (status == TS_OK && job->chunk.count) status = flush(job, error);
    return status;
}

ts_status ts_query_convert(const char *from, const char *to, const ts_convert_options *options,
                           ts_convert_result *result, ts_error *error) {
    conversion job = {.options = options, .from = from};
    ts_status status = ts_query_files_find(from, &job.files, error);
    job.interleave = job.files.count <= TS_CCD_KINDS;
    if (status == TS_OK) status = survey(&job, survey_meta, error);
    if (status == TS_OK) status = survey(&job, survey_scenes, error); /* knows whether the files belong together */
    if (status == TS_OK) status = ts_query_chunk_init(&job.chunk, TS_QUERY_CHUNK, error);
    if (status == TS_OK) {
        status = ts_query_writer_create(to, options->format, options->replace, &job.meta, &job.writer, error);
    }
    if (status == TS_OK) {
        status = convert_all(&job, error);
        if (status == TS_OK)
            status = ts_query_writer_finish(job.writer, error);
        else
            ts_query_writer_abandon(job.writer);
    }
    job.result.files = job.files.count;
    if (status == TS_OK && result) *result = job.result;
    ts_hdf5_trial_end(&job.trial);
    ts_query_files_clear(&job.files);
    ts_query_meta_clear(&job.meta);
    ts_query_chunk_clear(&job.chunk);
    return status;
}
