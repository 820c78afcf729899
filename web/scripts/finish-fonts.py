"""What the scripts beside this one do last to the font files that they write: `python3 web/scripts/finish-fonts.py FILE...`.

Drops the kerning between the space and its neighbours: Archivo draws it after P, k, K, F, Y and r so close that two words read
as one ("OSCP 2018" as "OSCP2018").

Makes Roboto Flex as wide as Archivo at the same `font-stretch`: its widest letters (151 %) are as wide as Archivo's at 125 %,
and are called so.

It needs fonttools, and brotli for woff2.
"""

import sys

from fontTools.ttLib import TTFont


def spaces_of(font):
    cmap = font.getBestCmap()
    return {cmap[code] for code in (0x20, 0xA0) if code in cmap}


def pair_tables(font):
    for lookup in font["GPOS"].table.LookupList.Lookup:
        for table in lookup.SubTable:
            real = table.ExtSubTable if lookup.LookupType == 9 else table
            if type(real).__name__ == "PairPos":
                yield real


def loosen(table, spaces):
    first = [(glyph, at) for at, glyph in enumerate(table.Coverage.glyphs) if glyph not in spaces]
    if table.Format == 1:
        sets = [table.PairSet[at] for _, at in first]
        for pairs in sets:
            pairs.PairValueRecord = [record for record in pairs.PairValueRecord if record.SecondGlyph not in spaces]
            pairs.PairValueCount = len(pairs.PairValueRecord)
        table.PairSet = sets
        table.PairSetCount = len(sets)
    else:
        # A glyph of no class is of class 0, which has no kerning.
        for glyph in spaces:
            table.ClassDef2.classDefs.pop(glyph, None)
            table.ClassDef1.classDefs.pop(glyph, None)
        for record in table.Class1Record:
            value = record.Class2Record[0].Value1
            assert value is None or not any(vars(value).values()), "class 0 is kerned"
    table.Coverage.glyphs = [glyph for glyph, _ in first]


def call_widest(font, percent):
    for axis in font["fvar"].axes:
        if axis.axisTag == "wdth":
            axis.maxValue = percent


for path in sys.argv[1:]:
    font = TTFont(path)
    spaces = spaces_of(font)
    for pairs in pair_tables(font) if spaces else []:
        loosen(pairs, spaces)
    if font["name"].getDebugName(1) == "Roboto Flex" and "fvar" in font:
        call_widest(font, 125)
    font.save(path)
