/* SPDX-License-Identifier: MIT
 * Finding the frames of a sequence, and reading one. */
#include "mesh/read/frames.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "core/error.h"
#include "core/files.h"
#include "mesh/formats/formats.h"
#include "mesh/read/frame_gaps.h"
#include "mesh/read/xml.h"

/* In letters of either case, as the format of a file is found. */
static bool ends_with(const char *name, const char *end) {
    const size_t length = strlen(name), tail = strlen(end);
    return length > tail && strcasecmp(name + length - tail, end) == 0;
}

/* Takes the path over. */
static ts_status take(ts_frame_files *files, char *path, ts_error *error) {
    char **grown = path ? realloc(files->path, (files->count + 1) * sizeof *grown) : NULL;
    if (!grown) {
        free(path);
        return ts_fail_memory(error, "the names of frames");
    }
    files->path = grown;
    files->path[files->count++] = path;
    return TS_OK;
}

void ts_frame_files_clear(ts_frame_files *files) {
    for (size_t i = 0; i < files->count; ++i) free(files->path[i]);
    free(files->path);
    *files = (ts_frame_files){0};
}

/* ---- Folders ---- */

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* frame_9 before frame_10. */
static int natural_order(const char *a, const char *b) {
    while (*a && *b) {
        if (is_digit(*a) && is_digit(*b)) {
            while (*a == '0' && is_digit(a[1])) ++a;
            while (*b == '0' && is_digit(b[1])) ++b;
            const size_t n = strspn(a, "0123456789"), m = strspn(b, "0123456789");
            const int order = n != m ? (n > m) - (n < m) : strncmp(a, b, n);
            if (order != 0) return order;
            a += n;
            b += m;
        } else if (*a != *b) {
            return (unsigned char)*a - (unsigned char)*b;
        } else {
            ++a;
            ++b;
        }
    }
    return (*a != 0) - (*b != 0);
}

static int path_order(const void *left, const void *right) {
    char *const *a = left, *const *b = right;
    const int order = natural_order(*a, *b);
    return order ? order : strcmp(*a, *b);
}

static ts_status add_kind(ts_frame_files *files, const char *folder, const char *extension, ts_error *error) {
    DIR *directory = opendir(folder);
    if (!directory) return ts_fail(error, TS_ERROR_DATA, "%s cannot be read: %s", folder, strerror(errno));
    const size_t first = files->count;
    ts_status status = TS_OK;
    for (const struct dirent *entry; status == TS_OK && (entry = readdir(directory));) {
        if (!ends_with(entry->d_name, extension) || entry->d_name[0] == '.') continue;
        status = take(files, ts_path_join(folder, entry->d_name), error);
    }
    closedir(directory);
    if (files->count > first) qsort(files->path + first, files->count - first, sizeof *files->path, path_order);
    return status;
}

/* Cloth and obstacle in files of their own are not one after the other. */
static ts_status check_one_sequence(const ts_frame_files *files, size_t first, const char *folder, ts_error *error) {
    size_t begin[2];
    if (files->count == first) return TS_OK;
    if (!ts_frame_sequences_differ(files->path + first, files->count - first, begin)) return TS_OK;
    return ts_fail(error, TS_ERROR_DATA,
                   "%s holds frames of several sequences, that of %s and that of %s say; name the files of one", folder,
                   ts_path_name(files->path[first + begin[0]]), ts_path_name(files->path[first + begin[1]]));
}

/* What frames are written as, by preference: files of the first kind that the folder has. */
static const char *const COMMON_KINDS[] = {".vtu", ".obj", NULL};
static const char *const OTHER_KINDS[] = {".vtp", ".ply", ".stl", ".vtk", NULL};

static ts_status add_frames(ts_frame_files *files, const char *folder, const char *const *kinds, ts_error *error) {
    const size_t before = files->count;
    ts_status status = TS_OK;
    for (; status == TS_OK && *kinds && files->count == before; ++kinds) {
        status = add_kind(files, folder, *kinds, error);
    }
    return status == TS_OK ? check_one_sequence(files, before, folder, error) : status;
}

/* ---- Collections ---- */

static ts_status add_listed(ts_frame_files *files, const char *folder, const ts_xml *xml, const ts_xml_tag *tag,
                            ts_error *error) {
    char name[1024];
    if (!ts_xml_attribute(tag, "file", name, sizeof name)) {
        return ts_fail(error, TS_ERROR_DATA, "%s:%zu: expected <DataSet file=\"...\"/>", xml->path,
                       ts_xml_line(xml, tag->begin));
    }
    return take(files, name[0] == '/' ? strdup(name) : ts_path_join(folder, name), error);
}

/* The time of a listed file, as it is written; none is written "". */
typedef struct listed_time {
    char text[64];
    const char *where; /* its tag */
} listed_time;

static int time_order(const void *left, const void *right) {
    const listed_time *a = left, *b = right;
    const int order = strcmp(a->text, b->text);
    return order ? order : (a->where > b->where) - (a->where < b->where);
}

static size_t list_times(ts_xml xml, listed_time *times) {
    size_t count = 0;
    xml.at = 0;
    for (ts_xml_tag tag; ts_xml_next(&xml, &tag);) {
        if (!tag.opens || !ts_xml_is(&tag, "DataSet")) continue;
        listed_time *time = &times[count++];
        if (!ts_xml_attribute(&tag, "timestep", time->text, sizeof time->text)) time->text[0] = '\0';
        time->where = tag.begin;
    }
    return count;
}

/* Files of one time are parts of one state, and not one after the other. */
static ts_status check_times(const ts_xml *xml, size_t count, ts_error *error) {
    listed_time *times = calloc(count + 1, sizeof *times);
    if (!times) return ts_fail_memory(error, "the times of frames");
    const size_t listed = list_times(*xml, times);
    ts_status status = TS_OK;
    qsort(times, listed, sizeof *times, time_order);
    for (size_t i = 1; status == TS_OK && i < listed; ++i) {
        if (strcmp(times[i - 1].text, times[i].text) != 0) continue;
        status = ts_fail(error, TS_ERROR_DATA,
                         "%s:%zu: a second file of timestep=\"%s\" (a part of the same state?); expected one file for "
                         "each time step",
                         xml->path, ts_xml_line(xml, times[i].where), times[i].text);
    }
    free(times);
    return status;
}

static ts_status add_collection(ts_frame_files *files, const char *path, ts_error *error) {
    ts_xml xml;
    ts_status status = ts_xml_load(&xml, path, error);
    if (status != TS_OK) return status;
    const size_t before = files->count;
    char *folder = ts_path_folder(path);
    if (!folder) status = ts_fail_memory(error, "the folder of a collection");
    for (ts_xml_tag tag; status == TS_OK && ts_xml_next(&xml, &tag);) {
        if (tag.opens && ts_xml_is(&tag, "DataSet")) status = add_listed(files, folder, &xml, &tag, error);
    }
    if (status == TS_OK) status = check_times(&xml, files->count - before, error);
    if (status == TS_OK && files->count == before) {
        status = ts_fail(error, TS_ERROR_DATA, "%s: expected a collection (<DataSet file=\"...\"/>), found none", path);
    }
    free(folder);
    ts_xml_clear(&xml);
    return status;
}

/* ---- Any path ---- */

/* The one that is called run, or is alone; NULL in *path when there is none. */
static ts_status find_collection(const char *folder, char **path, ts_error *error) {
    ts_frame_files all = {0};
    *path = NULL;
    ts_status status = add_kind(&all, folder, ".pvd", error);
    for (size_t i = 0; status == TS_OK && i < all.count; ++i) {
        if (all.count > 1 && strcmp(ts_path_name(all.path[i]), "run.pvd") != 0) continue;
        *path = all.path[i];
        all.path[i] = NULL;
        break;
    }
    if (status == TS_OK && !*path && all.count > 0) {
        status =
            ts_fail(error, TS_ERROR_DATA, "%s holds %zu collections: name one, %s say", folder, all.count, all.path[0]);
    }
    ts_frame_files_clear(&all);
    return status;
}

/* Of the folder "frames" in this one, if there is one. */
static ts_status add_inside(ts_frame_files *files, const char *folder, ts_error *error) {
    const size_t before = files->count;
    char *inside = ts_path_join(folder, "frames");
    if (!inside) return ts_fail_memory(error, "the folder of frames");
    const bool there = ts_path_exists(inside);
    ts_status status = there ? add_frames(files, inside, COMMON_KINDS, error) : TS_OK;
    if (status == TS_OK && there && files->count == before) status = add_frames(files, inside, OTHER_KINDS, error);
    free(inside);
    return status;
}

/* Frames in the folder itself, else those of its collection, else those in its folder of frames: as a run leaves them.
 * Meshes of other kinds come last, as they may lie beside a collection for other reasons. */
static ts_status add_folder(ts_frame_files *files, const char *folder, ts_error *error) {
    const size_t before = files->count;
    char *collection = NULL;
    ts_status status = add_frames(files, folder, COMMON_KINDS, error);
    if (status != TS_OK || files->count > before) return status;
    status = find_collection(folder, &collection, error);
    if (status == TS_OK && collection) status = add_collection(files, collection, error);
    free(collection);
    if (status == TS_OK && files->count == before) status = add_inside(files, folder, error);
    if (status == TS_OK && files->count == before) status = add_frames(files, folder, OTHER_KINDS, error);
    if (status != TS_OK || files->count > before) return status;
    return ts_fail(error, TS_ERROR_DATA,
                   "%s: expected .vtu, .obj, .vtp, .ply, .stl or .vtk files in this folder, or a .pvd, or a folder "
                   "frames; found none",
                   folder);
}

ts_status ts_frame_files_add(ts_frame_files *files, const char *path, ts_error *error) {
    struct stat about;
    if (stat(path, &about) != 0) return ts_fail(error, TS_ERROR_DATA, "%s: %s", path, strerror(errno));
    if (S_ISDIR(about.st_mode)) return add_folder(files, path, error);
    if (ends_with(path, ".pvd")) return add_collection(files, path, error);
    return take(files, strdup(path), error);
}

ts_status ts_frame_read(const char *path, ts_mesh *mesh, ts_error *error) {
    return ts_mesh_read_frame(path, mesh, error);
}
