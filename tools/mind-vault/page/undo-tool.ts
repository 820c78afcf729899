/** Whose Undo takes back what this tool edits. */
export const undoTool = 'mind-vault';
