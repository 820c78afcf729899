/** What the first 16 bytes of a database of version 3 say, and how long its header is (SQLite's file format, 1.3). */
const magic = 'SQLite format 3\0';
const headerBytes = 100;

/** Whether the bytes begin as an SQLite database. */
export const isSqlite = (file: Uint8Array) =>
  file.length >= headerBytes && [...magic].every((letter, index) => file[index] === letter.charCodeAt(0));
