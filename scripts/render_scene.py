# SPDX-License-Identifier: MIT
"""What scripts/render.py draws: a frame as actors of VTK, on a floor, lit, with shadows and ambient occlusion.

A view is a dict, an entry of render-views.json:
  eye      direction from the middle to the eye (y is up); zoom; focus: the bodies that the picture is cut to
  hide     bodies that are left out
  cut      bodies of which only the half behind their middle is drawn, to see what is in them
  colours  by body, as a string of its number: [front] or [front, back], as "#rrggbb"
  radius   of rods and particles, metres
  pattern  metres between the lines of the pattern on shells, as they are in the first frame; 0: none
  floor    false: none; a number: its height (default: below everything)
  skin     bodies over whose joints a skin is drawn; skin_width: metres that it fills
"""
import math

from vtkmodules import vtkRenderingOpenGL2  # noqa: F401 (what draws)
from vtkmodules.all import (
    vtkActor, vtkAppendPolyData, vtkCameraPass, vtkCellArray, vtkCleanPolyData, vtkContourFilter, vtkFloatArray,
    vtkGlyph3D, vtkImageAppend, vtkImageData, vtkImageGaussianSmooth, vtkImageResize, vtkImageStencil,
    vtkJPEGWriter, vtkLight, vtkMarchingCubes, vtkPNGWriter, vtkPlaneSource, vtkPointLocator, vtkPoints,
    vtkPolyData, vtkPolyDataConnectivityFilter, vtkPolyDataMapper, vtkPolyDataNormals,
    vtkPolyDataToImageStencil, vtkProperty, vtkRenderPassCollection, vtkRenderWindow, vtkRenderer, vtkSSAOPass,
    vtkSequencePass, vtkShadowMapBakerPass, vtkShadowMapPass, vtkSphereSource, vtkStripper, vtkTriangleFilter,
    vtkTubeFilter, vtkWindowToImageFilter, vtkXMLUnstructuredGridReader)

POINT, SEGMENT, TRIANGLE, TET = 1, 3, 5, 10
PALETTE = ("#3f6fb0", "#c8743c", "#8a8f98", "#5a9a55", "#b0527a", "#7a5fa8", "#c2a23a", "#3f9a9a")
EYE = (1.0, 0.8, 1.6)
BACKS = ("#e8c07a", "#8fb3d9", "#b9b9b9", "#d9a98f", "#9fc7a0", "#d7c58f", "#8f9fd0", "#d09f8f")


def rgb(text):
    return tuple(int(text[k:k + 2], 16) / 255 for k in (1, 3, 5))


def darker(text):
    return "#" + "".join(f"{int(0.55 * 255 * part):02x}" for part in rgb(text))


def read(path):
    reader = vtkXMLUnstructuredGridReader()
    reader.SetFileName(str(path))
    reader.Update()
    return reader.GetOutput()


def cells_by_body(grid):
    """{body: {type of cell: [cells as tuples of nodes]}}"""
    bodies, numbers = {}, grid.GetCellData().GetArray("body")
    for cell in range(grid.GetNumberOfCells()):
        ids = grid.GetCell(cell).GetPointIds()
        nodes = tuple(ids.GetId(k) for k in range(ids.GetNumberOfIds()))
        bodies.setdefault(int(numbers.GetValue(cell)), {}).setdefault(grid.GetCellType(cell), []).append(nodes)
    return bodies


def poly(grid, cells, lines=False):
    """The cells as a mesh of their own nodes; the old numbers of these."""
    old = sorted({node for cell in cells for node in cell})
    new = {node: k for k, node in enumerate(old)}
    points, array = vtkPoints(), vtkCellArray()
    for node in old:
        points.InsertNextPoint(grid.GetPoint(node))
    for cell in cells:
        array.InsertNextCell(len(cell))
        for node in cell:
            array.InsertCellPoint(new[node])
    mesh = vtkPolyData()
    mesh.SetPoints(points)
    (mesh.SetLines if lines else mesh.SetPolys)(array)
    return mesh, old


def boundary(tets):
    """The triangles that only one tet has, turned outward."""
    seen = {}
    for a, b, c, d in tets:
        for face in ((a, c, b), (a, b, d), (b, c, d), (a, d, c)):
            key = tuple(sorted(face))
            seen[key] = None if key in seen else face
    return [face for face in seen.values() if face]


def smooth(mesh, angle=60):
    normals = vtkPolyDataNormals()
    normals.SetInputData(mesh)
    normals.SetFeatureAngle(angle)
    normals.SetSplitting(angle < 180)
    normals.ConsistencyOff()
    normals.Update()
    return normals.GetOutput()


def actor_of(mesh, front, back=None):
    mapper = vtkPolyDataMapper()
    mapper.SetInputData(mesh)
    mapper.ScalarVisibilityOff()
    actor = vtkActor()
    actor.SetMapper(mapper)
    for colour, prop in ((front, actor.GetProperty()), (back or front, vtkProperty())):
        prop.SetColor(*rgb(colour))
        prop.SetAmbient(0.12)
        prop.SetDiffuse(0.9)
        prop.SetSpecular(0.12)
        prop.SetSpecularPower(25)
        if prop is not actor.GetProperty():
            actor.SetBackfaceProperty(prop)
    return actor


def pattern(mesh, rest, old, width):
    """Thin tubes along the lines of a grid that lies on the shell in the first frame, along its two longer extents."""
    points = [rest.GetPoint(node) for node in old]
    extent = [max(p[k] for p in points) - min(p[k] for p in points) for k in range(3)]
    lines = vtkAppendPolyData()
    for axis in sorted(range(3), key=lambda k: -extent[k])[:2]:
        along = vtkFloatArray()
        for p in points:
            along.InsertNextValue(p[axis] / width)
        marked, contour = vtkPolyData(), vtkContourFilter()
        marked.ShallowCopy(mesh)
        marked.GetPointData().SetScalars(along)
        low, high = along.GetRange()
        contour.SetInputData(marked)
        for k, line in enumerate(range(math.ceil(low), math.floor(high) + 1)):
            contour.SetValue(k, line + 1e-3)
        contour.Update()
        lines.AddInputData(contour.GetOutput())
    lines.Update()
    return tubes(lines.GetOutput(), 0.018 * width, 6)


def shell(grid, rest, cells, colours, width):
    """Two-sided; with a pattern when it has a width, in a darker front colour."""
    mesh, old = poly(grid, cells)
    drawn = [actor_of(smooth(mesh, 180), *colours)]
    if width:
        drawn.append(actor_of(pattern(mesh, rest, old, width), darker(colours[0])))
    return drawn


def parts_of(mesh):
    """The pieces of a mesh that share no node."""
    split = vtkPolyDataConnectivityFilter()
    split.SetInputData(mesh)
    split.SetExtractionModeToAllRegions()
    split.Update()
    parts = []
    for region in range(split.GetNumberOfExtractedRegions()):
        one, clean = vtkPolyDataConnectivityFilter(), vtkCleanPolyData()
        one.SetInputData(mesh)
        one.SetExtractionModeToSpecifiedRegions()
        one.AddSpecifiedRegion(region)
        clean.SetInputConnection(one.GetOutputPort())
        clean.Update()
        parts.append(clean.GetOutput())
    return parts


def nearest(a, b):
    """The nearest two nodes of two parts: their distance and places."""
    locator = vtkPointLocator()
    locator.SetDataSet(a)
    locator.BuildLocator()
    pairs = ((b.GetPoint(k), a.GetPoint(locator.FindClosestPoint(b.GetPoint(k)))) for k in range(b.GetNumberOfPoints()))
    return min((math.dist(p, q), q, p) for p, q in pairs)


def waist(part):
    """How thin a part is: from its middle to its surface."""
    n = part.GetNumberOfPoints()
    points = [part.GetPoint(k) for k in range(n)]
    middle = [sum(p[k] for p in points) / n for k in range(3)]
    return min(math.dist(middle, p) for p in points)


def joints(parts):
    """Short rods between parts that are next to each other, each part joined once to those before (a least tree)."""
    joined, waiting, made = [0], list(range(1, len(parts))), []
    gaps = {(i, j): nearest(parts[i], parts[j]) for i in range(len(parts)) for j in range(i)}
    while waiting:
        (gap, p, q), i, j = min((gaps[max(i, j), min(i, j)], i, j) for i in joined for j in waiting)
        radius = 0.72 * min(waist(parts[i]), waist(parts[j]))
        stretch = [radius * (q[k] - p[k]) / max(gap, 1e-12) for k in range(3)]
        line, ends, array = vtkPolyData(), vtkPoints(), vtkCellArray()
        ends.InsertNextPoint(*(p[k] - stretch[k] for k in range(3)))
        ends.InsertNextPoint(*(q[k] + stretch[k] for k in range(3)))
        array.InsertNextCell(2)
        array.InsertCellPoint(0)
        array.InsertCellPoint(1)
        line.SetPoints(ends)
        line.SetLines(array)
        closed = vtkTriangleFilter()
        closed.SetInputData(tubes(line, radius, 24))
        closed.Update()
        made.append(closed.GetOutput())
        joined.append(j)
        waiting.remove(j)
    return made


def skin(mesh, width):
    """One surface over the parts of a body and the rods that join them: their inside on a grid, blurred by `width`, and
    cut where it is half."""
    bounds, spacing = mesh.GetBounds(), width / 3
    image = vtkImageData()
    image.SetSpacing(spacing, spacing, spacing)
    image.SetOrigin(*(bounds[2 * k] - 3 * width for k in range(3)))
    image.SetDimensions(*(int((bounds[2 * k + 1] - bounds[2 * k] + 6 * width) / spacing) for k in range(3)))
    image.AllocateScalars(10, 1)
    whole, inside = vtkImageData(), vtkImageData()
    whole.DeepCopy(image)
    whole.GetPointData().GetScalars().Fill(1.0)
    inside.DeepCopy(image)
    inside.GetPointData().GetScalars().Fill(0.0)
    parts = parts_of(mesh)
    for part in parts + joints(parts):
        stencil, cut = vtkPolyDataToImageStencil(), vtkImageStencil()
        stencil.SetInputData(part)
        stencil.SetOutputOrigin(image.GetOrigin())
        stencil.SetOutputSpacing(image.GetSpacing())
        stencil.SetOutputWholeExtent(image.GetExtent())
        cut.SetInputData(whole)
        cut.SetStencilConnection(stencil.GetOutputPort())
        cut.SetBackgroundInputData(inside)
        cut.Update()
        inside = cut.GetOutput()
    blur, surface = vtkImageGaussianSmooth(), vtkMarchingCubes()
    blur.SetInputData(inside)
    blur.SetStandardDeviations(2.2, 2.2, 2.2)
    surface.SetInputConnection(blur.GetOutputPort())
    surface.SetValue(0, 0.5)
    surface.Update()
    return surface.GetOutput()


def tubes(mesh, radius, sides):
    joined = vtkStripper()
    joined.SetInputData(mesh)
    joined.SetMaximumLength(100000)
    tube = vtkTubeFilter()
    tube.SetInputConnection(joined.GetOutputPort())
    tube.SetRadius(radius)
    tube.SetNumberOfSides(sides)
    tube.CappingOn()
    tube.Update()
    return tube.GetOutput()


def balls(grid, nodes, colour, radius):
    points = vtkPoints()
    for node in nodes:
        points.InsertNextPoint(grid.GetPoint(node))
    places, ball, glyphs = vtkPolyData(), vtkSphereSource(), vtkGlyph3D()
    places.SetPoints(points)
    ball.SetRadius(radius)
    ball.SetThetaResolution(18)
    ball.SetPhiResolution(14)
    glyphs.SetInputData(places)
    glyphs.SetSourceConnection(ball.GetOutputPort())
    glyphs.ScalingOff()
    glyphs.Update()
    return actor_of(glyphs.GetOutput(), colour)


def far_half(grid, cells, eye):
    """The cells whose middle lies behind the middle of them all, as seen from the eye."""
    def toward_eye(cell):
        points = [grid.GetPoint(node) for node in cell]
        return sum(p[0] * eye[0] + p[2] * eye[2] for p in points) / len(points)
    places = [toward_eye(cell) for cell in cells]
    middle = 0.5 * (min(places) + max(places))
    return [cell for cell, place in zip(cells, places) if place <= middle]


def actors(grid, rest, view):
    """Of all bodies that are shown, by body."""
    hidden, skins, radius = set(view.get("hide", ())), set(view.get("skin", ())), view.get("radius", 1e-3)
    made = {}
    for body, cells in sorted(cells_by_body(grid).items()):
        if body in hidden:
            continue
        own = view.get("colours", {}).get(str(body))
        colours = own or (PALETTE[body % len(PALETTE)], BACKS[body % len(BACKS)])
        drawn = made.setdefault(body, [])
        if body in view.get("cut", ()):
            cells[TRIANGLE] = far_half(grid, cells[TRIANGLE], view.get("eye", EYE))
        if TRIANGLE in cells and body not in skins:
            drawn += shell(grid, rest, cells[TRIANGLE], colours, view.get("pattern", 0) if len(colours) > 1 else 0)
        for faces in ([boundary(cells[TET])] if TET in cells else []) + (
                [cells[TRIANGLE]] if TRIANGLE in cells and body in skins else []):
            mesh, _ = poly(grid, faces)
            if body in skins:
                mesh = skin(mesh, view.get("skin_width", 0.01))
            drawn.append(actor_of(smooth(mesh, view.get("sharp", 60)), colours[0]))
        if SEGMENT in cells:
            mesh, _ = poly(grid, cells[SEGMENT], lines=True)
            drawn.append(actor_of(tubes(mesh, radius, 14), colours[0]))
        if POINT in cells:
            drawn.append(balls(grid, [cell[0] for cell in cells[POINT]], colours[0], radius))
    return made


def union(bounds):
    bounds = list(bounds)
    return [(min if k % 2 == 0 else max)(b[k] for b in bounds) for k in range(6)]


def add_floor(renderer, bounds, view):
    floor = view.get("floor", True)
    if floor is False:
        return
    size = max(bounds[1] - bounds[0], bounds[3] - bounds[2], bounds[5] - bounds[4])
    y = floor if floor is not True else bounds[2] - 0.02 * size
    middle = [0.5 * (bounds[2 * k] + bounds[2 * k + 1]) for k in range(3)]
    plane = vtkPlaneSource()
    plane.SetOrigin(middle[0] - 12 * size, y, middle[2] - 12 * size)
    plane.SetPoint1(middle[0] - 12 * size, y, middle[2] + 12 * size)
    plane.SetPoint2(middle[0] + 12 * size, y, middle[2] - 12 * size)
    plane.Update()
    actor = actor_of(plane.GetOutput(), "#e6e3de")
    for prop in (actor.GetProperty(), actor.GetBackfaceProperty()):
        prop.SetSpecular(0.0)
        prop.SetAmbient(0.62)
        prop.SetDiffuse(0.42)
    renderer.AddActor(actor)


def light_up(renderer, bounds, view):
    """One lamp that casts shadows, and a weak one at the eye."""
    middle = [0.5 * (bounds[2 * k] + bounds[2 * k + 1]) for k in range(3)]
    size = math.dist(bounds[::2], bounds[1::2])
    lamp = vtkLight()
    lamp.SetLightTypeToSceneLight()
    lamp.SetPositional(True)
    lamp.SetConeAngle(38)
    toward = view.get("lamp", (0.5, 1.3, 0.55))
    length = math.hypot(*toward)
    lamp.SetPosition(*(middle[k] + 4.5 * size * toward[k] / length for k in range(3)))
    lamp.SetFocalPoint(*middle)
    lamp.SetIntensity(0.85)
    weak = vtkLight()
    weak.SetLightTypeToHeadlight()
    weak.SetIntensity(0.3)
    renderer.RemoveAllLights()
    renderer.AutomaticLightCreationOff()
    renderer.AddLight(lamp)
    renderer.AddLight(weak)


def passes(size):
    baker, shadows, both, list_ = (vtkShadowMapBakerPass(), vtkShadowMapPass(), vtkSequencePass(),
                                   vtkRenderPassCollection())
    baker.SetResolution(2048)
    shadows.SetShadowMapBakerPass(baker)
    list_.AddItem(baker)
    list_.AddItem(shadows)
    both.SetPasses(list_)
    camera, occlusion = vtkCameraPass(), vtkSSAOPass()
    camera.SetDelegatePass(both)
    occlusion.SetRadius(0.06 * size)
    occlusion.SetBias(0.0012 * size)
    occlusion.SetKernelSize(16)
    occlusion.BlurOn()
    occlusion.SetDelegatePass(camera)
    return occlusion


def look(renderer, bounds, view):
    camera = renderer.GetActiveCamera()
    middle = [0.5 * (bounds[2 * k] + bounds[2 * k + 1]) for k in range(3)]
    eye = view.get("eye", EYE)
    radius = 0.5 * math.dist(bounds[::2], bounds[1::2])
    distance = radius / math.sin(math.radians(12))
    camera.SetViewAngle(24)
    camera.SetFocalPoint(*middle)
    camera.SetPosition(*(middle[k] + distance * eye[k] / math.hypot(*eye) for k in range(3)))
    camera.SetViewUp(0, 1, 0)
    camera.Zoom(view.get("zoom", 1.2))
    camera.SetClippingRange(0.2 * distance, distance + 60 * radius)


def frame_at(frames, share):
    return read(frames[round(share * (len(frames) - 1))])


def extent(frames, shares, view):
    """The box of what a picture is cut to, the same for all panels of a strip: of the nodes of the bodies in focus."""
    hidden, boxes = set(view.get("hide", ())), []
    for share in shares:
        grid = frame_at(frames, share)
        bodies = cells_by_body(grid)
        for body in view.get("focus", [body for body in bodies if body not in hidden]):
            nodes = {node for cells in bodies[body].values() for cell in cells for node in cell}
            points = [grid.GetPoint(node) for node in nodes]
            boxes.append([pick(p[k] for p in points) for k in range(3) for pick in (min, max)])
    return union(boxes)


def panel(frames, share, view, size, bounds):
    """A picture of the frame at that share of the run, size[0] x size[1] pixels, cut to bounds, as an image of VTK."""
    renderer, window = vtkRenderer(), vtkRenderWindow()
    renderer.SetBackground(0.565, 0.558, 0.548)  # as the floor where the lamp does not reach
    made = [actor for drawn in actors(frame_at(frames, share), read(frames[0]), view).values() for actor in drawn]
    for actor in made:
        renderer.AddActor(actor)
    whole = union([bounds] + [actor.GetBounds() for actor in made])
    add_floor(renderer, whole, view)
    light_up(renderer, bounds, view)
    window.SetOffScreenRendering(1)
    window.SetMultiSamples(0)
    window.SetSize(3 * size[0] // 2, 3 * size[1] // 2)
    window.AddRenderer(renderer)
    look(renderer, bounds, view)
    renderer.SetPass(passes(math.dist(bounds[::2], bounds[1::2])))
    window.Render()
    grabbed = vtkWindowToImageFilter()
    grabbed.SetInput(window)
    grabbed.ReadFrontBufferOff()
    grabbed.Update()
    return shrunk(grabbed.GetOutput(), size)


def shrunk(image, size):
    """Three by three pixels become two by two, which takes the steps off edges."""
    smaller = vtkImageResize()
    smaller.SetInputData(image)
    smaller.SetOutputDimensions(size[0], size[1], 1)
    smaller.SetInterpolate(True)
    smaller.Update()
    return smaller.GetOutput()


def write(panels, path):
    """Panels side by side, as PNG or JPEG by the name."""
    row = vtkImageAppend()
    row.SetAppendAxis(0)
    for one in panels:
        row.AddInputData(one)
    writer = vtkJPEGWriter() if str(path).endswith(".jpg") else vtkPNGWriter()
    if str(path).endswith(".jpg"):
        writer.SetQuality(88)
    writer.SetFileName(str(path))
    writer.SetInputConnection(row.GetOutputPort())
    writer.Write()
