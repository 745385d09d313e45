/* SPDX-License-Identifier: MIT
 * Scene files: JSON (docs/scene-schema.json) read into what a simulation starts from. */
#ifndef TS_SCENES_READ_SCENE_H
#define TS_SCENES_READ_SCENE_H

#include "scenes/simulation.h"

typedef struct ts_scene {
    char *name, *about;     /* owned */
    ts_setup setup;         /* handed to ts_simulation_create */
    size_t steps;           /* to simulate */
    size_t frame_every;     /* steps between two frames */
    uint32_t frame_formats; /* bits of ts_frame_format_at (scenes/run/frames.h) */
    const char *size;       /* of TS_SCENE_SIZES; NULL: the same at every size */
    size_t straight;        /* objects of a generator that lays out what is exactly parallel */
    size_t disturbed;       /* of these, turned and jittered */
    size_t unsaid;          /* objects but obstacles that say no material and have the standard one */
    char unsaid_name[64];   /* the first of them */
    uint64_t hash;          /* of the file's values and of everything it names */
} ts_scene;

/* Names of the sizes that a scene's values may differ in ("by_size"), ended by NULL. */
extern const char *const TS_SCENE_SIZES[];
enum { TS_SCENE_TINY, TS_SCENE_SMALL, TS_SCENE_PAPER, TS_SCENE_SIZE_COUNT };

/* A mesh of the scene that the user replaces: objects that are called `name`, or whose mesh is, take `path`. */
typedef struct ts_mesh_override {
    const char *name, *path;
} ts_mesh_override;

typedef struct ts_scene_options {
    const ts_mesh_override *override;
    size_t overrides;
    const char *size;                /* of TS_SCENE_SIZES; NULL: small */
    const char *solver;              /* its name; NULL: the scene's, or the standard one */
    const char *solver_options;      /* an object as JSON, over the scene's; NULL: none */
    const char *barrier, *stiffness; /* of contact, over the scene's: names of models; NULL: the scene's */
    double kappa;                    /* likewise; 0: the scene's */
    bool disturb;                    /* generators that can, unless the scene says how */
    uint64_t disturb_seed;
    struct ts_mesh_cache *meshes; /* of scenes read before (mesh_cache.h); NULL: none are kept */
} ts_scene_options;

/* Paths in the file are relative to its folder. TS_ERROR_DATA with the path of the member that is wrong:
 * "card.json: objects[3].material.nu: 0.6 is outside (-1, 0.5)"; TS_ERROR_USAGE with the option of `simulate` when it
 * is what the options say. They may be NULL. */
ts_status ts_scene_read(const char *path, const ts_scene_options *options, ts_scene *scene, ts_error *error);
void ts_scene_clear(ts_scene *scene);

/* Which sizes a scene can be read at: has[k] of TS_SCENE_SIZES[k]. All false where it is the same at every size. */
ts_status ts_scene_sizes(const char *path, bool has[TS_SCENE_SIZE_COUNT], ts_error *error);

#endif
