/** Column of our own files, always empty: it says that what `defuse` put into the cells may be taken out again. */
export const defusedColumn = 'castellan_defused';

// A formula's sign, also in the full width that some spreadsheets read, behind spaces and quotes that they pass over. What an
// apostrophe stands before already gets one more, so that taking one away gives every text back.
const formula = `'*[ \\u00a0"]*[=+\\-@\\uff1d\\uff0b\\uff0d\\uff20]`;
// Where a list is separated by semicolons or tabs, a cell of ours is cut there, and at its line breaks: quotes do not hold it.
const starts = '[;\\t\\r\\n]';
const dangerous = new RegExp(`^(?='*[\\t\\r\\n]|${formula})|(?<=${starts})(?=${formula})`, 'g');
const defused = new RegExp(`^'(?='*[\\t\\r\\n]|${formula})|(?<=${starts})'(?=${formula})`, 'g');

/** The text with an apostrophe before whatever a spreadsheet, with any separator, could run as a formula (OWASP, CSV Injection). */
export function defuse(text: string): string {
  return text.replace(dangerous, "'");
}

/** The text that `defuse` was given. */
export function restoreDefused(text: string): string {
  return text.replace(defused, '');
}
