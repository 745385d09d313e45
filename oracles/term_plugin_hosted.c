/* SPDX-License-Identifier: MIT
 * A term that is evaluated in touchstone-host. */
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/host/pool.h"
#include "oracles/hosted_term.h"
#include "oracles/term_plugin.h"

/* A term of a shared object. */
typedef struct hosted_term {
    ts_term term; /* first, so that it is found from it */
    ts_hosted_term_description told;
    const char *input_names[TS_TERM_MOST_INPUTS], *parameter_names[TS_TERM_MOST_PARAMETERS];
    ts_host_pool pool;
    pthread_mutex_t lock; /* on the trouble */
    ts_term_trouble trouble;
} hosted_term;

static void note_trouble(hosted_term *t, const char *what, const ts_hosted_point *at) {
    pthread_mutex_lock(&t->lock);
    if (t->trouble.count++ == 0) {
        t->trouble.what = what;
        memcpy(t->trouble.inputs, at->inputs, sizeof at->inputs);
        memcpy(t->trouble.parameters, at->parameters, sizeof at->parameters);
    }
    pthread_mutex_unlock(&t->lock);
}

static void fill_with_nan(ts_term_value *value) {
    value->value = NAN;
    for (int i = 0; i < TS_TERM_MOST_INPUTS; ++i) {
        value->gradient[i] = NAN;
        for (int j = 0; j < TS_TERM_MOST_INPUTS; ++j) value->hessian[i][j] = NAN;
    }
}

/* As far as the first failure; returns how many are settled. */
static size_t evaluate_some(hosted_term *t, ts_channel *channel, size_t n, const ts_hosted_point *points,
                            ts_term_value *out) {
    size_t at = 0;
    const ts_host_request request = {
        .word = TS_HOST_EVALUATE, .count = n, .seconds = t->pool.load.limits.query_seconds};
    memcpy(channel->page->in, points, n * sizeof *points);
    const ts_channel_end end = ts_host_pool_ask(&t->pool, channel, &request, &at);
    const size_t settled = end == TS_CHANNEL_ANSWERED ? n : at;
    memcpy(out, channel->page->out, settled * sizeof *out);
    if (settled == n) return n;
    fill_with_nan(&out[at]);
    note_trouble(t, ts_channel_end_words(end), &points[at]);
    return at + 1;
}

static void evaluate_points(hosted_term *t, size_t n, const ts_hosted_point *points, ts_term_value *out) {
    ts_channel *channel = ts_host_pool_take(&t->pool);
    for (size_t done = 0; done < n;) {
        if (ts_host_pool_ready(&t->pool, channel, NULL) == TS_OK) {
            done += evaluate_some(t, channel, n - done, points + done, out + done);
            continue;
        }
        note_trouble(t, "is given up", &points[done]);
        fill_with_nan(&out[done++]);
    }
    ts_host_pool_give(&t->pool, channel);
}

static void fill_point(const ts_term *term, const double *inputs, const double *parameters, ts_hosted_point *point) {
    memset(point, 0, sizeof *point);
    memcpy(point->inputs, inputs, (size_t)term->inputs * sizeof *inputs);
    memcpy(point->parameters, parameters, (size_t)term->parameters * sizeof *parameters);
}

static void evaluate(const ts_term *self, const double *inputs, const double *parameters, ts_term_value *out) {
    ts_hosted_point point;
    fill_point(self, inputs, parameters, &point);
    evaluate_points((hosted_term *)(void *)self, 1, &point, out); /* which is ours to write to */
}

void ts_term_evaluate_many(const ts_term *term, size_t n, const double *inputs, const double *parameters,
                           ts_term_value *out) {
    if (term->evaluate != evaluate) {
        for (size_t i = 0; i < n; ++i) {
            term->evaluate(term, inputs + i * (size_t)term->inputs, parameters + i * (size_t)term->parameters, &out[i]);
        }
        return;
    }
    enum { BLOCK = 256 };
    ts_hosted_point points[BLOCK];
    for (size_t first = 0; first < n; first += BLOCK) {
        const size_t count = n - first < BLOCK ? n - first : BLOCK;
        for (size_t i = 0; i < count; ++i) {
            fill_point(term, inputs + (first + i) * (size_t)term->inputs,
                       parameters + (first + i) * (size_t)term->parameters, &points[i]);
        }
        evaluate_points((hosted_term *)(void *)term, count, points, out + first);
    }
}

bool ts_term_has_trouble(const ts_term *term, ts_term_trouble *trouble) {
    if (term->evaluate != evaluate) return false;
    *trouble = ((const hosted_term *)(const void *)term)->trouble;
    return trouble->count > 0;
}

/* ---- Loading ---- */

/* Texts end with a zero, whatever the host wrote. */
static void end_texts(ts_hosted_term_description *told) {
    told->name[sizeof told->name - 1] = told->about[sizeof told->about - 1] = '\0';
    told->reference[sizeof told->reference - 1] = '\0';
    for (int i = 0; i < TS_TERM_MOST_INPUTS; ++i) told->input_names[i][TS_HOSTED_TERM_NAME - 1] = '\0';
    for (int i = 0; i < TS_TERM_MOST_PARAMETERS; ++i) told->parameter_names[i][TS_HOSTED_TERM_NAME - 1] = '\0';
}

static void mirror(hosted_term *t) {
    const ts_hosted_term_description *told = &t->told;
    for (int i = 0; i < TS_TERM_MOST_INPUTS; ++i) t->input_names[i] = told->input_names[i];
    for (int i = 0; i < TS_TERM_MOST_PARAMETERS; ++i) t->parameter_names[i] = told->parameter_names[i];
    t->term = (ts_term){
        .abi = told->abi,
        .name = told->has_name ? told->name : NULL,
        .about = told->about,
        .reference = told->has_reference ? told->reference : NULL,
        .inputs = told->inputs,
        .parameters = told->parameters,
        .input_names = told->has_names ? t->input_names : NULL,
        .parameter_names = told->has_names ? t->parameter_names : NULL,
        .evaluate = told->has_function ? evaluate : NULL,
    };
}

static ts_status describe(hosted_term *t, const char *path, ts_error *error) {
    ts_channel *channel = ts_host_pool_take(&t->pool);
    ts_status status = ts_host_pool_ready(&t->pool, channel, error);
    if (status == TS_OK) {
        memcpy(&t->told, channel->page->out, sizeof t->told);
        end_texts(&t->told);
        mirror(t);
        status = ts_term_check(&t->term, path, error);
    }
    ts_host_pool_give(&t->pool, channel);
    return status;
}

static void destroy(hosted_term *t) {
    ts_host_pool_clear(&t->pool);
    pthread_mutex_destroy(&t->lock);
    free(t);
}

ts_status ts_term_host_plugin(const char *path, const ts_plugin_limits *limits, const ts_term **term, ts_error *error) {
    const ts_plugin_limits standard = TS_PLUGIN_STANDARD_LIMITS;
    const ts_host_load load = {.kind = "term", .path = path, .limits = limits ? *limits : standard};
    hosted_term *made = calloc(1, sizeof *made);
    if (!made) return ts_fail_memory(error, "a plug-in");
    ts_status status = ts_host_pool_init(&made->pool, &load, NULL, error);
    if (status != TS_OK) {
        free(made);
        return status;
    }
    pthread_mutex_init(&made->lock, NULL);
    status = describe(made, path, error);
    if (status == TS_OK)
        *term = &made->term;
    else
        destroy(made);
    return status;
}

void ts_term_release(const ts_term *term) {
    if (term->evaluate == evaluate) destroy((hosted_term *)(void *)term); /* which was ours to write to */
}
