/** The twenty colours of Loop Habit Tracker's palette, in its order: what its files write in the place of a number. */
const palette = [
  '#D32F2F',
  '#E64A19',
  '#F57C00',
  '#FF8F00',
  '#F9A825',
  '#AFB42B',
  '#7CB342',
  '#388E3C',
  '#00897B',
  '#00ACC1',
  '#039BE5',
  '#1976D2',
  '#303F9F',
  '#5E35B1',
  '#8E24AA',
  '#D81B60',
  '#5D4037',
  '#303030',
  '#757575',
  '#aaaaaa',
] as const;

/** A place of the palette as a file writes it. */
export function colorText(place: number): string {
  return palette[place] ?? palette[8];
}

/** The place of a colour; `undefined` where it is none of them. */
export function colorPlace(text: string): number | undefined {
  const place = palette.findIndex((color) => color.toLowerCase() === text.trim().toLowerCase());
  return place < 0 ? undefined : place;
}
