# SPDX-License-Identifier: MIT
"""Reads C sources as far as the checks of the house need it: comments apart from code, and what stands at file scope:
included files, types, functions declared and defined."""

import functools
import re

COMMENT_OR_STRING = re.compile(
    r"""/\*.*?\*/ | //[^\n]* | "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*'""", re.DOTALL | re.VERBOSE)
DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n\\]|\\.)*", re.DOTALL | re.MULTILINE)
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]+["<]([^">\n]+)[">]', re.MULTILINE)
ATTRIBUTE = re.compile(r"__attribute__\s*\(\((?:[^()]|\([^()]*\))*\)\)")
STATIC_MACRO = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)[ \t]+[^\n]*\bstatic\b", re.MULTILINE)
WORD = re.compile(r"[A-Za-z_]\w*")


def blanked(text):
    """Spaces instead of `text`, on the same lines."""
    return re.sub(r"[^\n]", " ", text)


def comments(text):
    """(line, comment) for every comment, its decoration removed and its lines joined by newlines."""
    for match in COMMENT_OR_STRING.finditer(text):
        if match[0][0] == "/":
            line = text.count("\n", 0, match.start()) + 1
            yield line, re.sub(r"^[ \t]*\*/?|^/\*+|\*/$|^//", " ", match[0], flags=re.MULTILINE)


def code(text):
    """The text without comments, contents of strings and directives; every line keeps its number."""
    text = COMMENT_OR_STRING.sub(lambda m: blanked(m[0]) if m[0][0] == "/" else '""' + blanked(m[0])[2:], text)
    text = DIRECTIVE.sub(lambda m: blanked(m[0]), text)
    return ATTRIBUTE.sub(lambda m: blanked(m[0]), text)


class Item:
    """One thing at file scope: its text without bodies in braces, whether it has one, and its first line."""

    def __init__(self, text, has_body, line):
        self.text, self.has_body, self.line = text, has_body, line
        self.words = WORD.findall(text)

    def is_type(self):
        return self.words[:1] == ["typedef"] or (
            self.words[:1] and self.words[0] in ("struct", "enum", "union") and self.has_body
            and not ends_function(self.text))

    def type_names(self):
        """(name, defined) of the types that it names; not defined: a promise that there is such a struct."""
        if not self.is_type():
            return
        if self.words[0] != "typedef":
            if len(self.words) > 1:
                yield self.words[1], True
            return
        called = re.match(r"[^(]*?(?:(\w+)\s*\((?!\s*\*)|\(\s*\*+\s*(\w+))", self.text)
        name = called[1] or called[2] if called else WORD.findall(re.sub(r"\[[^\]]*\]", "", self.text))[-1]
        promise = not self.has_body and re.fullmatch(
            r"typedef\s+(?:struct|union|enum)\s+%s\s+%s" % (name, name), self.text.strip())
        yield name, not promise

    def function_type(self):
        """The name of the type of functions that it defines (typedef void name(int)), or None."""
        called = re.match(r"typedef\b[^(]*?(\w+)\s*\((?!\s*\*)", self.text)
        return called[1] if called and not self.has_body else None

    def function(self, static_words):
        """The name of the function that it declares or defines with external linkage, or None."""
        if self.is_type() or "(" not in self.text or not static_words.isdisjoint(self.words):
            return None
        before = self.text.split("(")[0]
        names = WORD.findall(before)
        return None if "=" in before or len(names) < 2 or names[-1].isupper() else names[-1]

    def entries(self, function_types):
        """The functions that it declares by the name of their type: entries of a table."""
        named = self.words and self.words[0] in function_types and "(" not in self.text and not self.has_body
        return self.words[1:] if named else []


def items(text):
    """What stands at file scope in `text` (as `code` gives it)."""
    text = re.sub(r'extern\s+""\s*\{', lambda m: blanked(m[0]), text)
    parts, start, depth, has_body = [], None, 0, False
    for at, char in enumerate(text):
        if start is None:
            if char.isspace() or char in ";}":
                continue
            start, has_body = at, False
        if char == "{":
            depth += 1
            has_body = True
        elif char == "}":
            depth -= 1
        elif depth == 0:
            parts.append(char)
        if depth == 0 and (char == ";" or (char == "}" and ends_function("".join(parts)))):
            yield Item("".join(parts).rstrip("; \n"), has_body, text.count("\n", 0, start) + 1)
            parts, start = [], None


def ends_function(head):
    """Does a closing brace after this text end a function (and not a type or a list of values)?"""
    return head.rstrip().endswith(")") and "=" not in head.split("(")[0] and not head.lstrip().startswith("typedef")


class Source:
    """A C file of the tree: its path from the root, and what is in it."""

    def __init__(self, root, path):
        self.path = path
        self.text = (root / path).read_text(encoding="utf-8")

    @functools.cached_property
    def code(self):
        return code(self.text)

    @functools.cached_property
    def items(self):
        return list(items(self.code))

    def includes(self):
        """(line, what is included)."""
        for match in INCLUDE.finditer(self.text):
            yield self.text.count("\n", 0, match.start()) + 1, match[1]

    def room(self):
        return self.path.split("/")[0]
