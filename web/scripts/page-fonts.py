"""Cuts Archivo and Azeret Mono to what a page's first paint waits for, and writes the files to web/app/ui/fonts. Run it by hand
after a change: `python3 web/scripts/page-fonts.py`. Its output is committed. It needs fonttools, and brotli for woff2.

Archivo is set in two widths only, so each is a file of its own with the weights alone as an axis. The letters of nearly every page
are one file and the others of Latin-1 another: `unicode-range` in web/app/ui/fonts.css decides which of them a page fetches, and
app/ui/fonts/fonts.test.ts holds the two against each other. Each file fits the ten packets that a new connection may send at once.
"""

import copy
import io
import shutil
import subprocess
import sys
from pathlib import Path

from fontTools import varLib
from fontTools.designspaceLib import DesignSpaceDocument
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

ROOT = Path(__file__).resolve().parents[2]
TARGET = ROOT / "web/app/ui/fonts"

ASCII = "".join(map(chr, range(0x20, 0x7F)))
LATIN = ASCII + "".join(map(chr, range(0xA0, 0x100))) + "–—‘’‚“”„•…‹›€™−"
FIRST = ASCII + "\u00a0©·–—‘’“”…€"
MORE = "".join(letter for letter in LATIN if letter not in FIRST)

ARCHIVO = ("archivo", "archivo-latin-standard-normal.woff2")
AZERET = ("azeret-mono", "azeret-mono-latin-wght-normal.woff2")

KERNED = ["kern", "liga", "tnum"]
TEXT = {"wdth": 100, "wght": (400, 600)}
# The family's own drawings stand at 600: between these two the weights are drawn by one step instead, which is half the bytes.
WIDE = [{"wdth": 118, "wght": 500}, {"wdth": 118, "wght": 650}]

# Azeret is set without ligatures (base.css), and its figures are as wide as its letters anyhow.
FILES = [
    ("archivo-text.woff2", ARCHIVO, FIRST, TEXT, KERNED),
    ("archivo-text-more.woff2", ARCHIVO, MORE, TEXT, KERNED),
    ("archivo-wide.woff2", ARCHIVO, FIRST, WIDE, KERNED),
    ("archivo-wide-more.woff2", ARCHIVO, MORE, WIDE, KERNED),
    ("azeret-mono.woff2", AZERET, ASCII, {"wght": (400, 600)}, []),
]


def package_of(typeface):
    return ROOT / "node_modules/@fontsource-variable" / typeface


def read_again(font):
    """So that what follows sees what is written and nothing else."""
    written = io.BytesIO()
    font.flavor = None
    font.save(written)
    return TTFont(io.BytesIO(written.getvalue()))


def subset(font, letters, features):
    options = Options(layout_features=features, notdef_outline=True, name_IDs=[1, 2])
    subsetter = Subsetter(options)
    subsetter.populate(text=letters)
    subsetter.subset(font)
    return read_again(font)


def between(font, ends):
    """A font whose one axis goes in a straight line from one weight to another."""
    design = DesignSpaceDocument()
    light, heavy = (at["wght"] for at in ends)
    design.addAxisDescriptor(name="Weight", tag="wght", minimum=light, default=light, maximum=heavy)
    for at in ends:
        still = read_again(instantiateVariableFont(copy.deepcopy(font), at))
        del still["STAT"]
        design.addSourceDescriptor(name=str(at["wght"]), font=still, location={"Weight": at["wght"]})
    return varLib.build(design)[0]


for output, (typeface, source), letters, axes, features in FILES:
    cut = subset(TTFont(package_of(typeface) / "files" / source), letters, features)
    font = between(cut, axes) if isinstance(axes, list) else instantiateVariableFont(cut, axes)
    font.flavor = "woff2"
    font.save(TARGET / output)

subprocess.run(
    [sys.executable, Path(__file__).with_name("finish-fonts.py"), *(TARGET / name for name, source, *_ in FILES if source is ARCHIVO)],
    check=True,
)
for typeface, _ in (ARCHIVO, AZERET):
    shutil.copyfile(package_of(typeface) / "LICENSE", TARGET / f"{typeface}-OFL.txt")
for output, *_ in FILES:
    print(f"{output}: {(TARGET / output).stat().st_size} bytes")
