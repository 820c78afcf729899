/** Device pixels to one unit of a board that is so many units wide, in a room of so many CSS pixels: a whole number, at least one. */
export function fitBoard(roomWidth: number, pixelRatio: number, units: number): number {
  return Math.max(1, Math.floor((roomWidth * pixelRatio) / units));
}
