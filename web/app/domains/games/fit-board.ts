/**
 * Device pixels to one unit of a board that is so many units wide, in a room of so many CSS pixels: a whole number, at least one; where
 * the board fills its room, as many as make it just as wide.
 */
export function fitBoard(roomWidth: number, pixelRatio: number, units: number, isFilling = false): number {
  const scale = (roomWidth * pixelRatio) / units;
  return Math.max(1, isFilling ? scale : Math.floor(scale));
}
