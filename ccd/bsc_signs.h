/* SPDX-License-Identifier: MIT
 * Bernstein sign classification (Tang, Tong, Wang, Manocha 2014) over any arithmetic: whether a step collides,
 * by signs of Bernstein coefficients and of combinations of lower degree, without computing a root.
 *
 * A template. The includer defines NUMBER, the name N(x) of x for it, and on it N(difference), N(add),
 * N(subtract), N(multiply), N(scale), and N(sign), which may say BSC_UNCERTAIN.
 *
 * A polynomial f of degree m is kept as its Bernstein coefficients on [0,1] times the binomials,
 * f(t) = sum f[i] (1-t)^(m-i) t^i: it has the sign of sum f[i] z^i at z = t/(1-t), so that positive z are the
 * inside of the step. Degrees in coordinates: crossings 2, Y 3, Y mod crossing 7, crossing at its root 16. */

#define SCENE N(scene)
#define PIECE N(piece)
#define ZERO N(zero)
#define EVENT N(event)

/* The polygon of differences of vertices (3 corners of a triangle or 4 of a parallelogram) must hold the
 * origin; it can do so only when Y, the volume of three of its corners, is 0. */
typedef struct SCENE {
    int sides;
    NUMBER corner[4][2][3];         /* at t = 0 and t = 1 */
    NUMBER cross[4][3][3];          /* corner i x corner i+1 seen along each axis, quadratic */
    NUMBER y[4], slope[3], bend[2]; /* Y, and Y' and Y'' up to a positive factor */
    int y_sign[4], slope_sign[3], bend_sign[2];
    bool unsure; /* a sign was uncertain (and taken as 0) */
} SCENE;

/* A part of the step on which Y is convex (bend 1) or concave (-1): signs of Y just inside its ends and of Y'
 * at them. */
typedef struct PIECE {
    int y[2], slope[2], bend;
    bool before_inflection, after_inflection;
} PIECE;

/* One of the roots of a quadratic in the inside of the step, of 1 or 2. */
typedef struct ZERO {
    const NUMBER *of;
    int sign[3], number, count;
} ZERO;

/* A time at which the polygon's plane holds the origin. */
typedef struct EVENT {
    enum { AT_START, AT_END, AT_INFLECTION, AT_ROOT, AT_ZERO } kind;
    const PIECE *piece; /* AT_ROOT: of Y, in this piece */
    int number, count;  /* which root, of how many */
    ZERO zero;          /* AT_ZERO */
} EVENT;

static int N(certain)(SCENE *scene, NUMBER a) {
    const int sign = N(sign)(a);
    if (sign != BSC_UNCERTAIN) return sign;
    scene->unsure = true;
    return 0;
}

static NUMBER N(combine)(NUMBER a, NUMBER b, NUMBER c, NUMBER d) { /* a b - c d */
    return N(subtract)(N(multiply)(a, b), N(multiply)(c, d));
}

static NUMBER N(dot)(const NUMBER a[3], const NUMBER b[3]) {
    return N(add)(N(add)(N(multiply)(a[0], b[0]), N(multiply)(a[1], b[1])), N(multiply)(a[2], b[2]));
}

/* The numerator of f at z = t / s: sum f[i] s^(m-i) t^i */
static NUMBER N(value_at)(const NUMBER *f, int degree, NUMBER s, NUMBER t) {
    NUMBER value = f[degree], power = s;
    for (int i = degree - 1; i >= 0; --i) {
        value = N(add)(N(multiply)(value, t), N(multiply)(f[i], power));
        if (i > 0) power = N(multiply)(power, s);
    }
    return value;
}

/* ---- Signs at a root of a quadratic ---- */

/* How many roots g has inside the step (Descartes; the discriminant when the signs allow two). */
static int N(count_zeros)(SCENE *scene, const NUMBER *g, int sign[3]) {
    for (int i = 0; i < 3; ++i) sign[i] = N(certain)(scene, g[i]);
    if (sign[0] * sign[2] < 0) return 1;
    if (sign[0] * sign[2] > 0) {
        if (sign[0] * sign[1] >= 0) return 0;
        const NUMBER discriminant = N(combine)(g[1], g[1], N(scale)(4.0, g[0]), g[2]);
        return N(certain)(scene, discriminant) < 0 ? 0 : 2;
    }
    return sign[1] * (sign[0] + sign[2]) < 0;
}

/* Where z = -l0/l1 > 0 is relative to the root: -1 below it, 0 at it, 1 above it. */
static int N(relative_to_zero)(SCENE *scene, const NUMBER l[2], int l1_sign, const ZERO *zero) {
    const NUMBER *g = zero->of;
    const int at = N(certain)(scene, N(value_at)(g, 2, l[1], N(scale)(-1.0, l[0])));
    const int first = zero->sign[0] ? zero->sign[0] : zero->sign[1];
    if (zero->count == 1) return at == 0 ? 0 : at == first ? -1 : 1;
    if (at == -first) return zero->number == 0 ? 1 : -1; /* between the two */
    /* Outside or at one of them: g' tells the side, positive above when g ends positive. */
    const NUMBER derivative = N(combine)(g[1], l[1], N(scale)(2.0, g[2]), l[0]);
    const int side = N(certain)(scene, derivative) * l1_sign * zero->sign[2];
    if (at != 0) return side;
    const int nearer = zero->number == 0 ? -1 : 1;
    return side == 0 || side == nearer ? 0 : side;
}

/* The sign of f at the root: f is reduced modulo the quadratic, g2^(m-1) f = l (mod g) with l linear. */
static int N(sign_at_zero)(SCENE *scene, const NUMBER *f, int degree, const ZERO *zero) {
    const NUMBER *g = zero->of;
    if (zero->sign[2] == 0) { /* g is linear: its root is -g0/g1 */
        const int sign = N(certain)(scene, N(value_at)(f, degree, g[1], N(scale)(-1.0, g[0])));
        return degree % 2 ? sign * zero->sign[1] : sign;
    }
    NUMBER l[4];
    for (int i = 0; i <= degree; ++i) l[i] = f[i];
    int flip = 1;
    for (int k = degree; k >= 2; --k) {
        for (int i = 0; i < k; ++i) l[i] = N(multiply)(g[2], l[i]);
        for (int i = 0; i < 2; ++i) l[k - 2 + i] = N(subtract)(l[k - 2 + i], N(multiply)(l[k], g[i]));
        flip *= zero->sign[2];
    }
    const int low = N(certain)(scene, l[0]), high = N(certain)(scene, l[1]);
    if (low * high >= 0) return flip * (low ? low : high);
    const int where = N(relative_to_zero)(scene, l, high, zero);
    return where == 0 ? 0 : flip * (where < 0 ? high : low);
}

/* ---- Signs at a root of Y ---- */

/* Where the root of a quadratic is relative to a root of Y: -1 before it, 0 at it, 1 after it. */
static int N(zero_relative_to_root)(SCENE *scene, const ZERO *zero, const EVENT *root) {
    const PIECE *piece = root->piece;
    if (piece->before_inflection || piece->after_inflection) {
        const int bend = N(sign_at_zero)(scene, scene->bend, 1, zero);
        if (bend != piece->bend) return piece->before_inflection ? 1 : -1; /* at it, or in the other piece */
    }
    const int y = N(sign_at_zero)(scene, scene->y, 3, zero);
    if (root->count == 1) return y == 0 ? 0 : y == piece->y[0] ? -1 : 1;
    if (y == -piece->y[0]) return root->number == 0 ? 1 : -1;                     /* between the two */
    const int side = N(sign_at_zero)(scene, scene->slope, 2, zero) * piece->y[0]; /* -1: before the extremum */
    const int nearer = root->number == 0 ? -1 : 1;
    return y == 0 && (side == 0 || side == nearer) ? 0 : side;
}

/* The sign of a quadratic at a root of Y, from where its own roots are. */
static int N(sign_at_root)(SCENE *scene, const NUMBER *f, const EVENT *root) {
    ZERO zero = {.of = f};
    zero.count = N(count_zeros)(scene, f, zero.sign);
    int sign = zero.sign[0] ? zero.sign[0] : zero.sign[1] ? zero.sign[1] : zero.sign[2];
    for (zero.number = 0; zero.number < zero.count; ++zero.number) {
        const int where = N(zero_relative_to_root)(scene, &zero, root);
        if (where == 0) return 0;
        if (where < 0) sign = -sign;
    }
    return sign;
}

static int N(sign_at_event)(SCENE *scene, const NUMBER *f, const EVENT *event) {
    switch (event->kind) {
    case AT_START: return N(certain)(scene, f[0]);
    case AT_END: return N(certain)(scene, f[2]);
    case AT_INFLECTION: return N(certain)(scene, N(value_at)(f, 2, scene->bend[1], N(scale)(-1.0, scene->bend[0])));
    case AT_ROOT: return N(sign_at_root)(scene, f, event);
    case AT_ZERO: return N(sign_at_zero)(scene, f, 2, &event->zero);
    }
    return 0;
}

/* ---- The inside test ---- */

static void N(side_dot)(const SCENE *scene, int side, NUMBER out[3]) {
    const NUMBER(*a)[3] = scene->corner[side], (*b)[3] = scene->corner[(side + 1) % scene->sides];
    out[0] = N(dot)(a[0], b[0]);
    out[1] = N(add)(N(dot)(a[0], b[1]), N(dot)(a[1], b[0]));
    out[2] = N(dot)(a[1], b[1]);
}

/* Does the polygon hold the origin, which is in its plane? Along an axis along which it is not edge-on the
 * origin must not be on the left of one side and on the right of another. */
static bool N(holds_origin)(SCENE *scene, const EVENT *event) {
    for (int axis = 0; axis < 3; ++axis) {
        int hand = 0;
        for (int i = 0; i < scene->sides; ++i) {
            const int sign = N(sign_at_event)(scene, scene->cross[i][axis], event);
            if (sign * hand < 0) return false;
            if (sign != 0) hand = sign;
        }
        if (hand != 0) return true;
    }
    for (int i = 0; i < scene->sides; ++i) { /* all in a row with the origin: between two of them? */
        NUMBER dot[3];
        N(side_dot)(scene, i, dot);
        if (N(sign_at_event)(scene, dot, event) <= 0) return true;
    }
    return false;
}

/* ---- Roots of Y ---- */

static int N(first_of)(int a, int b, int c) {
    return a ? a : b ? b : c;
}

static int N(discriminant_sign)(SCENE *scene) {
    const NUMBER *y = scene->y;
    const NUMBER y12 = N(multiply)(y[1], y[2]), y03 = N(multiply)(y[0], y[3]);
    const NUMBER y11 = N(multiply)(y[1], y[1]), y22 = N(multiply)(y[2], y[2]);
    NUMBER sum = N(combine)(y12, y12, N(scale)(27.0, y03), y03);
    sum = N(add)(sum, N(scale)(18.0, N(multiply)(y03, y12)));
    sum = N(subtract)(sum, N(scale)(4.0, N(multiply)(N(multiply)(y[0], y22), y[2])));
    sum = N(subtract)(sum, N(scale)(4.0, N(multiply)(N(multiply)(y[3], y11), y[1])));
    return N(certain)(scene, sum);
}

/* Opposite ends: one root. Equal ends: an extremum towards 0 on the way, and the discriminant says whether
 * it reaches it (the cubic's other extremum, if any, is on the far side of an end). */
static int N(count_roots)(SCENE *scene, const PIECE *piece) {
    const int y = piece->y[0];
    if (y != piece->y[1]) return 1;
    if (piece->bend != y || piece->slope[0] != -y || piece->slope[1] != y) return 0;
    return N(discriminant_sign)(scene) >= 0 ? 2 : 0;
}

static bool N(piece_collides)(SCENE *scene, const PIECE *piece) {
    EVENT root = {.kind = AT_ROOT, .piece = piece};
    root.count = N(count_roots)(scene, piece);
    for (; root.number < root.count; ++root.number) {
        if (N(holds_origin)(scene, &root)) return true;
    }
    return false;
}

static bool N(collides_between)(SCENE *scene) {
    const int *y = scene->y_sign, *slope = scene->slope_sign, *bend = scene->bend_sign;
    if (bend[0] * bend[1] >= 0) {
        const int b = bend[0] ? bend[0] : bend[1];
        const PIECE whole = {.y = {N(first_of)(y[0], slope[0], b), N(first_of)(y[3], -slope[2], b)},
                             .slope = {slope[0], slope[2]},
                             .bend = b};
        return N(piece_collides)(scene, &whole);
    }
    /* The inflection point is z = -bend0/bend1. */
    const NUMBER t = N(scale)(-1.0, scene->bend[0]);
    const int at = N(certain)(scene, N(value_at)(scene->y, 3, scene->bend[1], t)) * bend[1];
    const int slope_at = N(certain)(scene, N(value_at)(scene->slope, 2, scene->bend[1], t));
    const EVENT inflection = {.kind = AT_INFLECTION};
    if (at == 0 && N(holds_origin)(scene, &inflection)) return true;
    const PIECE before = {.y = {N(first_of)(y[0], slope[0], bend[0]), N(first_of)(at, -slope_at, bend[0])},
                          .slope = {slope[0], slope_at},
                          .bend = bend[0],
                          .before_inflection = true};
    const PIECE after = {.y = {N(first_of)(at, slope_at, bend[1]), N(first_of)(y[3], -slope[2], bend[1])},
                         .slope = {slope_at, slope[2]},
                         .bend = bend[1],
                         .after_inflection = true};
    return N(piece_collides)(scene, &before) || N(piece_collides)(scene, &after);
}

/* Y is 0 throughout: the origin enters the polygon through a side, when a crossing or, for a side in a row
 * with the origin all the time, the product of its corners becomes 0. */
static bool N(coplanar_collides)(SCENE *scene) {
    for (int i = 0; i < 4 * scene->sides; ++i) {
        NUMBER dot[3];
        EVENT event = {.kind = AT_ZERO};
        event.zero.of = i % 4 < 3 ? scene->cross[i / 4][i % 4] : dot;
        if (i % 4 == 3) N(side_dot)(scene, i / 4, dot);
        event.zero.count = N(count_zeros)(scene, event.zero.of, event.zero.sign);
        for (; event.zero.number < event.zero.count; ++event.zero.number) {
            if (N(holds_origin)(scene, &event)) return true;
        }
    }
    return false;
}

/* ---- The step ---- */

static void N(set_crossing)(SCENE *scene, int side) {
    const NUMBER(*a)[3] = scene->corner[side], (*b)[3] = scene->corner[(side + 1) % scene->sides];
    for (int axis = 0; axis < 3; ++axis) {
        const int i = (axis + 1) % 3, j = (axis + 2) % 3;
        NUMBER *out = scene->cross[side][axis];
        out[0] = N(combine)(a[0][i], b[0][j], a[0][j], b[0][i]);
        out[1] = N(add)(N(combine)(a[0][i], b[1][j], a[0][j], b[1][i]), N(combine)(a[1][i], b[0][j], a[1][j], b[0][i]));
        out[2] = N(combine)(a[1][i], b[1][j], a[1][j], b[1][i]);
    }
}

/* Y = corner 0 . (corner 1 x corner 2), the crossing of side 1; with Bernstein coefficients k: y = k0, 3 k1, 3 k2, k3.
 */
static void N(set_cubic)(SCENE *scene) {
    NUMBER *y = scene->y, part[2][3];
    for (int i = 0; i < 3; ++i) {
        NUMBER normal[3];
        for (int axis = 0; axis < 3; ++axis) normal[axis] = scene->cross[1][axis][i];
        for (int end = 0; end < 2; ++end) part[end][i] = N(dot)(scene->corner[0][end], normal);
    }
    y[0] = part[0][0];
    y[1] = N(add)(part[0][1], part[1][0]);
    y[2] = N(add)(part[0][2], part[1][1]);
    y[3] = part[1][2];
    scene->slope[0] = N(subtract)(y[1], N(scale)(3.0, y[0]));
    scene->slope[1] = N(scale)(2.0, N(subtract)(y[2], y[1]));
    scene->slope[2] = N(subtract)(N(scale)(3.0, y[3]), y[2]);
    scene->bend[0] = N(subtract)(N(add)(N(scale)(3.0, y[0]), y[2]), N(scale)(2.0, y[1]));
    scene->bend[1] = N(subtract)(N(add)(N(scale)(3.0, y[3]), y[1]), N(scale)(2.0, y[2]));
}

static void N(set_corners)(SCENE *scene, const ts_ccd_query *step) {
    static const int pairs[2][4][2] = {
        [TS_POINT_TRIANGLE] = {{1, 0}, {2, 0}, {3, 0}}, [TS_EDGE_EDGE] = {{2, 0}, {3, 0}, {3, 1}, {2, 1}}};
    scene->sides = step->kind == TS_EDGE_EDGE ? 4 : 3;
    scene->unsure = false;
    for (int k = 0; k < scene->sides; ++k) {
        const int *pair = pairs[step->kind][k];
        for (int c = 0; c < 3; ++c) {
            scene->corner[k][0][c] = N(difference)(step->x0[pair[0]][c], step->x0[pair[1]][c]);
            scene->corner[k][1][c] = N(difference)(step->x1[pair[0]][c], step->x1[pair[1]][c]);
        }
    }
}

/* The certain sign of a polynomial whose coefficients have one sign, else 0. */
static int N(constant_sign)(const NUMBER *f, int degree) {
    const int sign = N(sign)(f[0]);
    if (sign == BSC_UNCERTAIN) return 0;
    for (int i = 1; i <= degree; ++i) {
        if (N(sign)(f[i]) != sign) return 0;
    }
    return sign;
}

/* Seen along an axis, the origin stays on the left of one side and on the right of another. */
static bool N(stays_outside)(const SCENE *scene) {
    for (int axis = 0; axis < 3; ++axis) {
        int hand = 0;
        for (int i = 0; i < scene->sides; ++i) {
            const int sign = N(constant_sign)(scene->cross[i][axis], 2);
            if (sign * hand < 0) return true;
            if (sign != 0) hand = sign;
        }
    }
    return false;
}

static bool N(collides)(SCENE *scene) {
    for (int i = 0; i < 4; ++i) scene->y_sign[i] = N(certain)(scene, scene->y[i]);
    for (int i = 0; i < 3; ++i) scene->slope_sign[i] = N(certain)(scene, scene->slope[i]);
    if (scene->unsure) return true;
    const int *y = scene->y_sign;
    if (y[0] == 0 && N(holds_origin)(scene, &(EVENT){.kind = AT_START})) return true;
    if (y[3] == 0 && N(holds_origin)(scene, &(EVENT){.kind = AT_END})) return true;
    if (y[0] == 0 && y[1] == 0 && y[2] == 0 && y[3] == 0) return N(coplanar_collides)(scene);
    return N(collides_between)(scene);
}

static bsc_outcome N(decide)(const ts_ccd_query *step, bool split, SCENE *scene) {
    N(set_corners)(scene, step);
    N(set_crossing)(scene, 1);
    N(set_cubic)(scene);
    if (N(constant_sign)(scene->y, 3) != 0) return BSC_FREE;
    for (int i = 0; i < 2; ++i) scene->bend_sign[i] = N(certain)(scene, scene->bend[i]);
    if (!split && scene->unsure) return BSC_UNSURE;
    if (!split && scene->bend_sign[0] * scene->bend_sign[1] < 0) return BSC_INFLECTION;
    for (int k = 0; k < scene->sides; ++k) {
        if (k != 1) N(set_crossing)(scene, k);
    }
    if (N(stays_outside)(scene)) return BSC_FREE;
    const bool collides = !scene->unsure && N(collides)(scene);
    if (scene->unsure) return BSC_UNSURE;
    return collides ? BSC_COLLIDES : BSC_FREE;
}
