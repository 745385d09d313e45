#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""scripts/pulled-edge.py on frames of two triangles and one needle, whose meeting is known."""
import array
import os
import struct
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# The edge at x = 0 goes from z = 0 to z = 1, the cloth lies at y = 0.
CLOTH = [(0.0, 0.0, 0.0), (0.0, 0.0, 1.0), (1.0, 0.0, 0.0), (1.0, 0.0, 1.0)]
CODES = {"Float64": "d", "Int32": "i", "Int64": "q", "UInt8": "B"}


def write_frame(path, needle):
    """As the solver writes them."""
    points = [value for point in CLOTH + needle for value in point]
    arrays = [("Float64", "Points", 3, points), ("Int32", "connectivity", 1, [0, 1, 2, 1, 3, 2, 4, 5]),
              ("Int64", "offsets", 1, [3, 6, 8]), ("UInt8", "types", 1, [5, 5, 3])]
    head, data = "<VTKFile>\n", b""
    for kind, name, width, values in arrays:
        head += '<DataArray type="%s" Name="%s" NumberOfComponents="%d" format="appended" offset="%d"/>\n' % (
            kind, name, width, len(data))
        packed = array.array(CODES[kind], values).tobytes()
        data += struct.pack("<Q", len(packed)) + packed
    with open(path, "wb") as file:
        file.write(head.encode() + b'<AppendedData encoding="raw">\n_' + data)


def answer(needle, metres):
    with tempfile.TemporaryDirectory() as folder:
        os.mkdir(os.path.join(folder, "frames"))
        for step in (0, 7):
            write_frame(os.path.join(folder, "frames", "frame_%06d.vtu" % step), needle)
        script = os.path.join(ROOT, "scripts", "pulled-edge.py")
        ended = subprocess.run([sys.executable, "-B", script, folder, "7", metres], capture_output=True, text=True,
                               check=False)
        return ended.returncode, ended.stdout


def main():
    upright = [(-0.5, -1.0, 0.25), (-0.5, 1.0, 0.25)]
    code, said = answer(upright, "-1")
    assert code == 1 and "nodes 0 and 1 meet" in said and "after 0.5000 of the way, 1.0000 m" in said, said
    assert answer(upright, "-0.5")[0] == 1  # the end belongs to the way
    assert answer(upright, "-0.4999") == (0, "0 in the way\n")
    assert answer(upright, "1")[0] == 0
    assert answer([(-0.5, 0.001, 0.25), (-0.5, 1.0, 0.25)], "-1")[0] == 0  # above the way
    assert answer([(-0.5, -1.0, 1.25), (-0.5, 1.0, 1.25)], "-1")[0] == 0  # beside it
    assert answer([(-0.5, -1.0, 0.25), (-0.5, -0.5, 0.25)], "-1")[0] == 0  # below
    assert answer([(-0.5, 0.0, 0.25), (-0.5, 0.0, 0.75)], "-1")[0] == 0  # parallel, never asked
    print("a needle in the way is found, and no other")


if __name__ == "__main__":
    main()
