import type { MadeFile } from './clear-export-form.tsx';

/** A text as a file for the browser to save. */
export function textFile(name: string, type: string, text: string): MadeFile {
  return { name, content: new Blob([text], { type }) };
}
