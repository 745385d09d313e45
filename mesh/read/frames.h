/* SPDX-License-Identifier: MIT
 * A sequence of frames in files: which they are, in what order, and reading one. */
#ifndef TS_MESH_READ_FRAMES_H
#define TS_MESH_READ_FRAMES_H

#include "mesh/mesh.h"

/* Paths in the order of time; owned. */
typedef struct ts_frame_files {
    size_t count;
    char **path;
} ts_frame_files;

/* The frames that a path stands for are added: a .pvd by what it lists, a folder by its .vtu files, or else its .obj
 * files (names in order, runs of digits as numbers), or else its .pvd, or else the files in its folder frames, or else
 * its .vtp, .ply, .stl or .vtk files; any other file by itself. TS_ERROR_DATA: nothing there, or more than one
 * sequence. */
ts_status ts_frame_files_add(ts_frame_files *files, const char *path, ts_error *error);
void ts_frame_files_clear(ts_frame_files *files);

/* A file of any format that is read (mesh/formats); elements have nodes of the file, none twice, and are not checked
 * further, as a frame may show what went wrong. */
ts_status ts_frame_read(const char *path, ts_mesh *mesh, ts_error *error);

#endif
