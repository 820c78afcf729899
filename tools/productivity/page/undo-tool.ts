/** Whose Undo takes back what this tool edits: tasks, focus sessions and notes have one order among them. */
export const undoTool = 'productivity';
