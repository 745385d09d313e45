/* SPDX-License-Identifier: MIT
 * A scan from left to right. Every byte of a token is hashed, one by one, so that a single one that changed always
 * changes the hash. */
#include "core/json_scan.h"

#include <string.h>

#include "core/hash.h"

enum {
    DEEPEST = 500,      /* cJSON reads 1000 */
    LONGEST_NUMBER = 63 /* which cJSON reads whole */
};

typedef struct scanning {
    const char *text, *next;
    uint64_t hash;
    int depth; /* arrays and objects around what is read */
    ts_json_scan found;
} scanning;

static bool expect(scanning *scan, const char *what) {
    scan->found.expected = what;
    scan->found.at = (size_t)(scan->next - scan->text);
    return false;
}

static void take(scanning *scan) {
    scan->hash = ts_hash_word(scan->hash, (unsigned char)*scan->next++);
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static void skip_space(scanning *scan) {
    scan->next += strspn(scan->next, " \t\r\n");
}

/* A token of one character, with the white space after it. */
static bool take_mark(scanning *scan, char mark) {
    if (*scan->next != mark) return false;
    take(scan);
    skip_space(scan);
    return true;
}

static bool scan_word(scanning *scan, const char *word) {
    for (; *word; ++word) {
        if (*scan->next != *word) return expect(scan, "true, false or null");
        take(scan);
    }
    return true;
}

/* ---- Numbers ---- */

static bool scan_digits(scanning *scan) {
    if (!is_digit(*scan->next)) return expect(scan, "a digit");
    while (is_digit(*scan->next)) take(scan);
    return true;
}

static bool scan_number(scanning *scan) {
    const char *begin = scan->next;
    if (*scan->next == '-') take(scan);
    if (*scan->next == '0') {
        take(scan);
        if (is_digit(*scan->next)) return expect(scan, "a number without zeros in front");
    } else if (!scan_digits(scan)) {
        return false;
    }
    if (*scan->next == '.') {
        take(scan);
        if (!scan_digits(scan)) return false;
    }
    if (*scan->next == 'e' || *scan->next == 'E') {
        take(scan);
        if (*scan->next == '+' || *scan->next == '-') take(scan);
        if (!scan_digits(scan)) return false;
    }
    return scan->next - begin <= LONGEST_NUMBER || expect(scan, "a number of at most 63 characters");
}

/* ---- Texts ---- */

static int hex_value(char c) {
    if (is_digit(c)) return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

/* What follows "\u". */
static bool scan_code(scanning *scan, unsigned *code) {
    *code = 0;
    for (int k = 0; k < 4; ++k) {
        const int value = hex_value(*scan->next);
        if (value < 0) return expect(scan, "four hexadecimal digits");
        *code = *code << 4 | (unsigned)value;
        take(scan);
    }
    return *code != 0 || expect(scan, "a character other than 0");
}

static bool scan_escape(scanning *scan) {
    unsigned code, second;
    take(scan);
    if (!*scan->next || !strchr("\"\\/bfnrtu", *scan->next)) return expect(scan, "an escape such as \\n");
    const bool numbered = *scan->next == 'u';
    take(scan);
    if (!numbered) return true;
    if (!scan_code(scan, &code)) return false;
    if (code < 0xd800 || code > 0xdfff) return true;
    /* Beyond 16 bits there are two, the first below dc00. */
    if (code >= 0xdc00 || strncmp(scan->next, "\\u", 2) != 0) return expect(scan, "a pair of surrogates");
    take(scan);
    take(scan);
    if (!scan_code(scan, &second)) return false;
    return (second >= 0xdc00 && second <= 0xdfff) || expect(scan, "a pair of surrogates");
}

static bool scan_text(scanning *scan) {
    if (*scan->next != '"') return expect(scan, "a name in quotes");
    take(scan);
    while (*scan->next != '"') {
        if ((unsigned char)*scan->next < 0x20) return expect(scan, "the end of the text, '\"', on the same line");
        if (*scan->next == '\\') {
            if (!scan_escape(scan)) return false;
        } else {
            take(scan);
        }
    }
    take(scan);
    return true;
}

/* ---- Values ---- */

static bool scan_value(scanning *scan);

/* `before` is the hash of all that stands before this member. Its value is not hashed. */
static bool scan_checksum(scanning *scan, uint64_t before) {
    if (*scan->next != '"') return expect(scan, "16 hexadecimal digits in quotes");
    ++scan->next;
    for (int k = 0; k < 16; ++k, ++scan->next) {
        const int value = hex_value(*scan->next);
        if (value < 0 || (*scan->next >= 'A' && *scan->next <= 'F')) {
            return expect(scan, "16 hexadecimal digits in quotes");
        }
        scan->found.said = scan->found.said << 4 | (uint64_t)value;
    }
    if (*scan->next != '"') return expect(scan, "16 hexadecimal digits in quotes");
    ++scan->next;
    skip_space(scan);
    scan->hash = before;
    scan->found.has_checksum = true;
    return *scan->next == '}' || expect(scan, "'}': the checksum is the last member");
}

/* `before` is the hash before the comma. */
static bool scan_member(scanning *scan, uint64_t before) {
    static const char checksum[] = "\"" TS_JSON_CHECKSUM "\"";
    const char *name = scan->next;
    if (!scan_text(scan)) return false;
    const size_t length = (size_t)(scan->next - name);
    const bool is_checksum = scan->depth == 1 && length == sizeof checksum - 1 && strncmp(name, checksum, length) == 0;
    skip_space(scan);
    if (!take_mark(scan, ':')) return expect(scan, "':'");
    return is_checksum ? scan_checksum(scan, before) : scan_value(scan);
}

static bool scan_object(scanning *scan) {
    uint64_t before;
    take_mark(scan, '{');
    before = scan->hash;
    if (*scan->next != '}') {
        if (!scan_member(scan, before)) return false;
        skip_space(scan);
        for (before = scan->hash; take_mark(scan, ','); before = scan->hash) {
            if (!scan_member(scan, before)) return false;
            skip_space(scan);
        }
    }
    if (*scan->next != '}') return expect(scan, "',' or '}'");
    take(scan);
    return true;
}

static bool scan_array(scanning *scan) {
    take_mark(scan, '[');
    if (*scan->next != ']') {
        do {
            if (!scan_value(scan)) return false;
            skip_space(scan);
        } while (take_mark(scan, ','));
    }
    if (*scan->next != ']') return expect(scan, "',' or ']'");
    take(scan);
    return true;
}

static bool scan_value(scanning *scan) {
    switch (*scan->next) {
    case '{':
    case '[': {
        if (scan->depth == DEEPEST) return expect(scan, "no more arrays and objects within each other");
        ++scan->depth;
        const bool fine = *scan->next == '{' ? scan_object(scan) : scan_array(scan);
        --scan->depth;
        return fine;
    }
    case '"': return scan_text(scan);
    case 't': return scan_word(scan, "true");
    case 'f': return scan_word(scan, "false");
    case 'n': return scan_word(scan, "null");
    default: break;
    }
    if (*scan->next == '-' || is_digit(*scan->next)) return scan_number(scan);
    return expect(scan, "a value");
}

ts_json_scan ts_json_scan_text(const char *text) {
    static const char byte_order_mark[] = "\xef\xbb\xbf";
    scanning scan = {.text = text, .next = text, .hash = TS_HASH_START};
    if (strncmp(text, byte_order_mark, 3) == 0) scan.next += 3;
    skip_space(&scan);
    if (scan_value(&scan)) {
        skip_space(&scan);
        if (*scan.next) expect(&scan, "the end of the file");
    }
    scan.found.content = scan.hash;
    return scan.found;
}
