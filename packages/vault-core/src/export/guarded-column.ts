/** Column of our own files, always empty: it says that the apostrophes of `writeCsv` may be taken away. */
export const guardedColumn = 'castellan_guarded';
