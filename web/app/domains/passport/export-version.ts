/** The number of the export file's form. */
export const exportVersion = 2;
