"""The house: imports point down, steps do not know each other, one file knows HiGHS, every file says what it holds."""

import ast
from pathlib import Path

import pytest

import boughs

ROOT = Path(boughs.__file__).parent
FILES = sorted(ROOT.rglob("*.py"))
LAYERS = {"estimators": 4, "learners": 3, "steps": 2, "model": 1, "solver": 1, "export": 0, "_native": -1}
"""The whole package stands above them all, as does `datasets` beside the house."""


def name_of(file: Path) -> str:
    parts = ("boughs", *file.relative_to(ROOT).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {name_of(file): file for file in FILES}


def imported_by(file: Path) -> set[str]:
    """Absolute names, of a submodule where one is imported from a package."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file.name} imports relatively"
            names = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= {name if name in (*MODULES, "boughs._native") else str(node.module) for name in names}
    return found


IMPORTS = {name: imported_by(file) for name, file in MODULES.items()}


def own(names: set[str]) -> set[str]:
    return {name for name in names if name.split(".")[0] == "boughs"}


def room(name: str) -> str:
    return ([*name.split("."), ""])[1]


def layer(name: str) -> int:
    return LAYERS.get(room(name), 5)


def test_the_folders_are_the_layers():
    assert {room(name) for name in MODULES} == (set(LAYERS) - {"_native"}) | {"", "datasets"}


@pytest.mark.parametrize("name", MODULES)
def test_imports_point_down(name):
    upward = {other for other in own(IMPORTS[name]) if room(other) != room(name) and layer(other) >= layer(name)}
    beside = {"boughs.model.errors"}  # model and solver are one layer
    if name != "boughs.datasets":
        assert upward <= (beside if room(name) == "solver" else set())


def test_no_step_imports_a_step():
    assert [name for name in MODULES if room(name) == "steps" and any(room(o) == "steps" for o in IMPORTS[name])] == []


def test_one_file_imports_highspy():
    assert [name for name, imports in IMPORTS.items() if "highspy" in {i.split(".")[0] for i in imports}] == [
        "boughs.solver.highs"
    ]


def test_nothing_imports_what_stands_beside_or_above_the_house():
    assert [name for name, imports in IMPORTS.items() if imports & {"boughs", "boughs.datasets"}] == []


def test_no_import_cycles():
    done: set[str] = set()

    def visit(name: str, above: tuple[str, ...]) -> None:
        assert name not in above, " -> ".join((*above, name))
        if name not in done:
            for other in IMPORTS.get(name, ()):
                visit(other, (*above, name))
            done.add(name)

    for name in MODULES:
        visit(name, ())


@pytest.mark.parametrize("name", MODULES)
def test_the_first_line_says_what_the_file_holds(name):
    text = MODULES[name].read_text(encoding="utf-8")
    assert text.startswith('"""')
    docstring = ast.get_docstring(ast.parse(text))
    assert docstring is not None
    assert len(docstring.splitlines()[0]) > 20


def test_every_native_file_says_what_it_holds():
    native = Path(__file__).parents[1] / "native"
    files = [file for kind in ("*.hpp", "*.cpp", "*.inc") for file in native.rglob(kind)]
    assert files
    assert [f.name for f in files if not f.read_text(encoding="utf-8").startswith("// ")] == []
