#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A picture of one frame of `touchstone simulate`: shells and boundaries of volumes shaded, rods and particles drawn
with a width, every body in its own colour. Needs nothing but Python.

usage: scripts/picture.py FRAME.vtu OUT.png [--view X,Y,Z] [--size WIDTHxHEIGHT] [--hide BODY,BODY] [--width METRES]
  --view   where the eye is, as a direction from the middle (default 1,0.8,1.6); y is up
  --hide   numbers of bodies that are left out
  --width  of rods and particles (default 0.002)
"""
import argparse
import array
import math
import re
import struct
import zlib

COLOURS = [(90, 140, 200), (222, 135, 90), (170, 170, 165), (120, 170, 110), (200, 110, 140), (150, 120, 190),
           (205, 180, 90), (100, 170, 170)]
CODES = {"Float64": "d", "Int32": "i", "Int64": "q", "UInt8": "B"}


def read_frame(path):
    """The arrays of a VTU file that the solver wrote, by name."""
    data = open(path, "rb").read()
    start = data.index(b"_", data.index(b"<AppendedData")) + 1
    arrays = {}
    pattern = rb'<DataArray type="(\w+)" Name="(\w+)" NumberOfComponents="\d+" format="appended" offset="(\d+)"'
    for kind, name, offset in re.findall(pattern, data[:start]):
        at = start + int(offset)
        (size,) = struct.unpack_from("<Q", data, at)
        values = array.array(CODES[kind.decode()])
        values.frombytes(data[at + 8:at + 8 + size])
        arrays[name.decode()] = values
    return arrays


def boundary(tets):
    """The triangles that only one tet has."""
    count = {}
    for a, b, c, d in tets:
        for face in ((a, c, b), (a, b, d), (b, c, d), (a, d, c)):
            key = tuple(sorted(face))
            count[key] = None if key in count else face
    return [face for face in count.values() if face]


def primitives(frame, hidden):
    """Triangles, segments and points with the number of their body."""
    nodes, ends, types, bodies = (frame[k] for k in ("connectivity", "offsets", "types", "body"))
    shapes = {5: [], 3: [], 1: []}
    tets = {}
    first = 0
    for end, kind, body in zip(ends, types, bodies):
        cell = tuple(nodes[first:end])
        first = end
        if body in hidden:
            continue
        if kind == 10:
            tets.setdefault(body, []).append(cell)
        else:
            shapes[kind].append((body, cell))
    for body, cells in tets.items():
        shapes[5] += [(body, face) for face in boundary(cells)]
    return shapes


def unit(v):
    length = math.sqrt(sum(c * c for c in v))
    return tuple(c / length for c in v)


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


class Canvas:
    def __init__(self, width, height):
        self.width, self.height = width, height
        self.depth = array.array("d", [-math.inf]) * (width * height)
        self.pixel = bytearray(b"\xff" * (3 * width * height))

    def put(self, x, y, depth, colour):
        if 0 <= x < self.width and 0 <= y < self.height and depth > self.depth[y * self.width + x]:
            self.depth[y * self.width + x] = depth
            at = 3 * (y * self.width + x)
            self.pixel[at:at + 3] = bytes(colour)

    def triangle(self, p, colour):
        (ax, ay, az), (bx, by, bz), (cx, cy, cz) = p
        area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
        if area == 0.0:
            return
        for y in range(max(0, math.floor(min(ay, by, cy))), min(self.height - 1, math.ceil(max(ay, by, cy))) + 1):
            for x in range(max(0, math.floor(min(ax, bx, cx))), min(self.width - 1, math.ceil(max(ax, bx, cx))) + 1):
                v = ((x - ax) * (cy - ay) - (y - ay) * (cx - ax)) / area
                w = ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / area
                if v >= -1e-3 and w >= -1e-3 and v + w <= 1.001:
                    self.put(x, y, az + v * (bz - az) + w * (cz - az), colour)

    def disc(self, centre, radius, colour):
        cx, cy, cz = centre
        for y in range(math.floor(cy - radius), math.ceil(cy + radius) + 1):
            for x in range(math.floor(cx - radius), math.ceil(cx + radius) + 1):
                r2 = ((x - cx) ** 2 + (y - cy) ** 2) / (radius * radius)
                if r2 <= 1.0:
                    light = 0.45 + 0.55 * math.sqrt(1.0 - r2)
                    self.put(x, y, cz, tuple(int(c * light) for c in colour))

    def write(self, path):
        rows = b"".join(b"\0" + bytes(self.pixel[3 * self.width * y:3 * self.width * (y + 1)])
                        for y in range(self.height))

        def chunk(name, body):
            return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

        header = struct.pack(">IIBBBBB", self.width, self.height, 8, 2, 0, 0, 0)
        with open(path, "wb") as out:
            out.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows, 9)) +
                      chunk(b"IEND", b""))


def project(points, view, size):
    """Orthographic: pixels and depth of all points; and how many pixels a metre has."""
    toward = unit(view)
    right = unit(cross((0.0, 1.0, 0.0), toward))
    up = cross(toward, right)
    flat = [(dot(p, right), dot(p, up), dot(p, toward)) for p in points]
    lo = [min(f[k] for f in flat) for k in (0, 1)]
    hi = [max(f[k] for f in flat) for k in (0, 1)]
    scale = 0.94 * min(size[0] / (hi[0] - lo[0]), size[1] / (hi[1] - lo[1]))
    middle = [0.5 * (lo[k] + hi[k]) for k in (0, 1)]
    return [(0.5 * size[0] + scale * (x - middle[0]), 0.5 * size[1] - scale * (y - middle[1]), scale * z)
            for x, y, z in flat], scale


def draw(frame, options):
    x = frame["Points"]
    points = [tuple(x[3 * i:3 * i + 3]) for i in range(len(x) // 3)]
    shapes = primitives(frame, options.hide)
    used = {node for kind in shapes.values() for _, cell in kind for node in cell}
    centre = points[next(iter(used))]
    seen = [p if i in used else centre for i, p in enumerate(points)]
    flat, scale = project(seen, options.view, options.size)
    canvas = Canvas(*options.size)
    light = unit((0.4, 1.0, 0.6))
    for body, (a, b, c) in shapes[5]:
        u, v = (tuple(q[k] - points[a][k] for k in range(3)) for q in (points[b], points[c]))
        normal = cross(u, v)
        if dot(normal, normal) == 0.0:
            continue
        shade = 0.4 + 0.6 * abs(dot(unit(normal), light))
        colour = tuple(int(k * shade) for k in COLOURS[body % len(COLOURS)])
        canvas.triangle((flat[a], flat[b], flat[c]), colour)
    radius = max(1.0, 0.5 * options.width * scale)
    for body, (a, b) in shapes[3]:
        steps = 1 + int(math.dist(flat[a][:2], flat[b][:2]) / radius)
        for k in range(steps + 1):
            t = k / steps
            canvas.disc(tuple(p + t * (q - p) for p, q in zip(flat[a], flat[b])), radius, COLOURS[body % len(COLOURS)])
    for body, (a,) in shapes[1]:
        canvas.disc(flat[a], radius, COLOURS[body % len(COLOURS)])
    canvas.write(options.out)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("frame")
    parser.add_argument("out")
    parser.add_argument("--view", default=(1.0, 0.8, 1.6), type=lambda s: tuple(float(c) for c in s.split(",")))
    parser.add_argument("--size", default=(900, 700), type=lambda s: tuple(int(c) for c in s.split("x")))
    parser.add_argument("--hide", default=set(), type=lambda s: {int(c) for c in s.split(",")})
    parser.add_argument("--width", default=0.002, type=float)
    options = parser.parse_args()
    draw(read_frame(options.frame), options)


if __name__ == "__main__":
    main()
