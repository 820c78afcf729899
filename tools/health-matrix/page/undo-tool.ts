import { healthMatrix } from '../manifest.ts';

/** Whose Undo takes back what this tool edits. */
export const undoTool: string = healthMatrix.id;
