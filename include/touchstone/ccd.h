/* SPDX-License-Identifier: MIT
 * Continuous collision detection: the query, the answer, and the interface a method implements.
 * A plug-in needs this header only. */
#ifndef TOUCHSTONE_CCD_H
#define TOUCHSTONE_CCD_H

#include <stddef.h>
#include <stdint.h>

#include <touchstone/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Raised whenever a struct below changes; a backend of another version is refused. */
#define TS_CCD_ABI 1u

/* The two primitives of a query, and which rows of x0 and x1 belong to which.
 * The values are those of the HDF5 container's `kind`. */
typedef enum ts_ccd_kind {
    TS_POINT_TRIANGLE = 0, /* row 0: the point; rows 1, 2, 3: the triangle */
    TS_EDGE_EDGE = 1,      /* rows 0, 1: the first edge; rows 2, 3: the second */
    TS_POINT_EDGE = 2,     /* row 0: the point; rows 1, 2: the edge; row 3 unused, zero */
    TS_POINT_POINT = 3     /* rows 0 and 1; rows 2 and 3 unused, zero */
} ts_ccd_kind;

#define TS_CCD_KINDS 4

/* Vertex i moves along x(t) = (1-t) x0[i] + t x1[i] in exact arithmetic, t in [0, t_max]
 * (x1 - x0 rounded is a different motion). Contact at t: distance of the primitives <= min_distance. */
typedef struct ts_ccd_query {
    ts_ccd_kind kind;
    double x0[4][3];     /* positions at t = 0, finite, metres */
    double x1[4][3];     /* positions at t = 1, finite, metres */
    double min_distance; /* xi >= 0, metres */
    double t_max;        /* in (0, 1] */
} ts_ccd_query;

typedef enum ts_ccd_status {
    TS_CCD_FREE = 0,    /* no contact in [0, t_max] */
    TS_CCD_HIT,         /* the motion is safe up to toi, says the method */
    TS_CCD_LIMIT,       /* gave up at its iteration limit; toi is where it stood, without a promise */
    TS_CCD_UNSUPPORTED, /* this kind, or a min_distance > 0, is not for this method */
    TS_CCD_FAILED       /* the method says that it cannot answer, or answered nonsense */
} ts_ccd_status;

/* Why an answer is TS_CCD_FAILED. */
typedef enum ts_ccd_failure {
    TS_CCD_FAILURE_NONE = 0,  /* it is not */
    TS_CCD_FAILURE_OWN,       /* the method says so, or says nothing */
    TS_CCD_FAILURE_NAN,       /* its toi is not a number */
    TS_CCD_FAILURE_OUTSIDE,   /* its toi is outside [0, t_max] */
    TS_CCD_FAILURE_STATUS,    /* its status is none that there is */
    TS_CCD_FAILURE_CRASHED,   /* a signal ended its process */
    TS_CCD_FAILURE_EXITED,    /* it ended its process */
    TS_CCD_FAILURE_TIMED_OUT, /* it took longer than it may */
    TS_CCD_FAILURE_OUTPUT,    /* what a program wrote is no answer, or more than one */
    TS_CCD_FAILURE_GIVEN_UP,  /* it is not asked any more: it failed too often, or cannot be started */
    TS_CCD_FAILURE_MEDDLED,   /* in this process, it changed its query, the floating-point environment or the locale */
    TS_CCD_FAILURES
} ts_ccd_failure;

typedef struct ts_ccd_result {
    ts_ccd_status status;
    double toi;          /* time of impact in [0, t_max]; meaningful for HIT (and LIMIT) */
    uint32_t iterations; /* the method's own count of work; 0 if it has none */
} ts_ccd_result;

typedef enum ts_ccd_capability {
    TS_CCD_CAN_POINT_TRIANGLE = 1u << TS_POINT_TRIANGLE,
    TS_CCD_CAN_EDGE_EDGE = 1u << TS_EDGE_EDGE,
    TS_CCD_CAN_POINT_EDGE = 1u << TS_POINT_EDGE,
    TS_CCD_CAN_POINT_POINT = 1u << TS_POINT_POINT,
    TS_CCD_CAN_ALL_KINDS = 15u,
    TS_CCD_CAN_MIN_DISTANCE = 1u << 4, /* min_distance > 0 */
    /* It computes in single precision. It is judged by the query as it stands, which it rounds; `--precision float`
     * asks it, and the oracle, what it sees. */
    TS_CCD_IN_FLOATS = 1u << 5
} ts_ccd_capability;

typedef enum ts_ccd_option_type { TS_OPTION_REAL = 0, TS_OPTION_INTEGER, TS_OPTION_BOOLEAN } ts_ccd_option_type;

/* A declared option. An option named "s" has a fixed meaning: the fraction of the initial gap that the
 * method keeps on purpose, TS_OPTION_REAL and within [0, 1]; the referee allows for it in its lower-bound check
 * (docs/method.md, 1.1). */
typedef struct ts_ccd_option {
    const char *name;
    ts_ccd_option_type type;
    double standard;    /* default value; booleans 0 or 1 */
    double least, most; /* of its range, both within it, as the default is */
    const char *meaning;
} ts_ccd_option;

/* ---- Proofs: a method may show why its answer is right ---- */

/* For t in [t0, t1] a direction n(t) keeps the primitives more than min_distance apart:
 * n(t).(b(t) - a(t)) > min_distance |n(t)| for every vertex a of the first and b of the second primitive.
 * feature 0: n is constant. Otherwise n(t) is `sign` times the direction of that pair of features (a set of rows,
 * bit i for row i, two to four of them with some of each primitive):
 *   two rows         w, from the second primitive's vertex to the first's;
 *   three            |u|^2 w - (w.u) u, with u from the edge's lower row to its higher and w from its lower row
 *                    to the vertex of the other primitive;
 *   all of a triangle query: (x2 - x1) x (x3 - x1); all of an edge-edge query: (x1 - x0) x (x3 - x2). */
typedef struct ts_ccd_proof_piece {
    double t0, t1;
    double n[3];
    uint8_t feature;
    int8_t sign;
} ts_ccd_proof_piece;

#define TS_CCD_MOST_PIECES 128

/* Pieces that follow one another from t = 0 to the toi of a hit (none when that is 0), or to t_max. */
typedef struct ts_ccd_certificate {
    size_t count;
    ts_ccd_proof_piece pieces[TS_CCD_MOST_PIECES];
} ts_ccd_certificate;

/* A method. All strings and the struct itself live as long as the program (or the shared object). */
typedef struct ts_ccd_backend {
    uint32_t abi;        /* TS_CCD_ABI */
    const char *name;    /* lower case, digits and '-' */
    const char *summary; /* one line: how it works */
    const char *source;  /* the paper */
    uint32_t capabilities;
    const ts_ccd_option *options;
    size_t option_count;
    /* options_json: an object that holds every declared option, checked against its range.
     * Returns TS_OK and *self, which may be NULL when there is no state. */
    ts_status (*create)(const char *options_json, void **self);
    /* Answers one query. Called from several threads at once with the same self, which it must not change. */
    void (*query)(void *self, const ts_ccd_query *query, ts_ccd_result *result);
    /* Optional (NULL): n queries at once; same answers, bit for bit, as n calls of query. */
    void (*query_batch)(void *self, size_t n, const ts_ccd_query *queries, ts_ccd_result *results);
    /* Optional (NULL): the answer of query and the proof of it. */
    void (*certify)(void *self, const ts_ccd_query *query, ts_ccd_result *result, ts_ccd_certificate *certificate);
    void (*destroy)(void *self);
} ts_ccd_backend;

/* ---- The registry of backends (the one global state; fill it before threads start) ---- */

#define TS_CCD_MAX_BACKENDS 64

/* Adds a backend. Refused with TS_ERROR_USAGE: other ABI, missing function, bad or taken name, full. */
TS_API ts_status ts_ccd_register(const ts_ccd_backend *backend, ts_error *error);
/* Adds every method of this library; calling it again does nothing. */
TS_API ts_status ts_ccd_register_builtin(ts_error *error);
/* In the order in which they were added; NULL past the last. */
TS_API size_t ts_ccd_backend_count(void);
TS_API const ts_ccd_backend *ts_ccd_backend_at(size_t index);
/* NULL when there is none of that name. */
TS_API const ts_ccd_backend *ts_ccd_find(const char *name);

/* ---- A backend with its options set, ready to answer ---- */

typedef struct ts_ccd_method {
    const ts_ccd_backend *backend;
    void *self;
    char options[512]; /* the resolved options as JSON, all of them, for the record */
    double kept_gap;   /* value of option "s", 0 without one */
} ts_ccd_method;

/* name: of a backend. options_json: an object with some of the declared options, or NULL for all defaults. An unknown
 * name of either (the nearest known one is named), a wrong type or a value out of range is TS_ERROR_USAGE; what the
 * backend's create returns is handed on. Cleared by ts_ccd_method_clear. */
TS_API ts_status ts_ccd_method_init(ts_ccd_method *method, const char *name, const char *options_json, ts_error *error);
TS_API void ts_ccd_method_clear(ts_ccd_method *method);

/* Answers one query and keeps the method honest: a kind or min_distance it lacks gives UNSUPPORTED, a
 * toi that is not a number in [0, t_max] gives FAILED. */
TS_API void ts_ccd_answer(const ts_ccd_method *method, const ts_ccd_query *query, ts_ccd_result *result);
/* The same answers, bit for bit, to n queries in one call, with query_batch where the backend has one and one by one
 * where not. Kinds and thicknesses may be mixed; one kind in a row, some hundreds at a time, is fastest. Threads may
 * answer different blocks with the same method. */
TS_API void ts_ccd_answer_batch(const ts_ccd_method *method, size_t n, const ts_ccd_query *queries,
                                ts_ccd_result *results);

/* The same two with the reason of each TS_CCD_FAILED. */
TS_API void ts_ccd_answer_why(const ts_ccd_method *method, const ts_ccd_query *query, ts_ccd_result *result,
                              ts_ccd_failure *failure);
TS_API void ts_ccd_answer_batch_why(const ts_ccd_method *method, size_t n, const ts_ccd_query *queries,
                                    ts_ccd_result *results, ts_ccd_failure *failures);
/* Is it a plug-in or a program, whose answers may change from call to call? */
TS_API int ts_ccd_is_foreign(const ts_ccd_backend *backend);
/* Each query by a call of its own, whatever the backend does with batches. */
TS_API void ts_ccd_answer_apart(const ts_ccd_method *method, size_t n, const ts_ccd_query *queries,
                                ts_ccd_result *results, ts_ccd_failure *failures);
/* Are they the same answer: status, and toi where it means something? Iterations may differ. */
TS_API int ts_ccd_same_answer(const ts_ccd_result *a, const ts_ccd_result *b);

/* For a backend's create: the values of its declared options, in their order, out of options_json; `count` of them, of
 * booleans 0 or 1, of what is not in it the default. TS_ERROR_USAGE as for ts_ccd_method_init. */
TS_API ts_status ts_ccd_read_options(const ts_ccd_option *options, size_t count, const char *options_json,
                                     double *values);

/* ---- Small facts about kinds ---- */

/* Vertices of the query: 4, 4, 3, 2; of its first primitive: 1, 2, 1, 1. 0 for a kind that there is not. */
TS_API int ts_ccd_vertices(ts_ccd_kind kind);
TS_API int ts_ccd_first_vertices(ts_ccd_kind kind);
/* Names; "unknown" for a value that there is not. "point-triangle", "edge-edge", "point-edge", "point-point". */
TS_API const char *ts_ccd_kind_name(ts_ccd_kind kind);
/* "free", "hit", "limit", "unsupported", "failed". */
TS_API const char *ts_ccd_status_name(ts_ccd_status status);
/* "none", "own", "nan", "outside", "status", "crashed", "exited", "timed_out", "output", "given_up", "meddled". */
TS_API const char *ts_ccd_failure_name(ts_ccd_failure failure);
/* TS_OK, or TS_ERROR_DATA saying what is wrong: kind, a coordinate that is not finite, min_distance, t_max. */
TS_API ts_status ts_ccd_query_check(const ts_ccd_query *query, ts_error *error);

#ifdef __cplusplus
}
#endif
#endif
