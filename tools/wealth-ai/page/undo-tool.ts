/** Whose Undo takes back what is edited here. */
export const undoTool = 'wealth-ai';
