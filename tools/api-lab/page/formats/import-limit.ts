/** No file of requests that a person works with is larger. */
export const maxImportBytes = 20 * 1024 * 1024;
