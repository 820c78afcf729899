/** Small: what the palette is made of is named here and not in the scripts of all visitors' pages. */
export const loadVisitorPalette = async () => (await import('./visitor-palette.tsx')).VisitorPalette;
