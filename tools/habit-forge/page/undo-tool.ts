import { habitForge } from '../manifest.ts';

/** Whose Undo takes back what this tool edits: habits and their months have one order among them. */
export const undoTool: string = habitForge.id;

/** Whose steps nobody takes back: a month is made blank before anything is written into it. */
export const blankMonthTool = `${habitForge.id}-months`;
