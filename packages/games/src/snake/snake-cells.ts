/** The board: cells are numbered row by row, from the upper left corner on. Both sides even, so that one round visits every cell. */
export const columns = 18;
export const rows = 14;
export const cellCount = columns * rows;

/** Up, right, down, left, as the hours of a clock go. */
export type Direction = 0 | 1 | 2 | 3;

const xSteps = [0, 1, 0, -1] as const;
const ySteps = [-1, 0, 1, 0] as const;

/** The cell's column and row, from 0 on. */
export function placeOf(cell: number): { readonly x: number; readonly y: number } {
  return { x: cell % columns, y: Math.floor(cell / columns) };
}

/** The cell next to a cell; beyond an edge the one at the other side, or none where there are walls. */
export function neighbourOf(cell: number, direction: Direction, isWrapped: boolean): number | undefined {
  const { x, y } = placeOf(cell);
  const nextX = x + xSteps[direction];
  const nextY = y + ySteps[direction];
  if (nextX >= 0 && nextX < columns && nextY >= 0 && nextY < rows) return nextY * columns + nextX;
  if (!isWrapped) return undefined;
  return ((nextY + rows) % rows) * columns + ((nextX + columns) % columns);
}

/** Whether two directions lie across each other: only such a turn is one. */
export function isAcross(one: Direction, other: Direction): boolean {
  return (one + other) % 2 === 1;
}
