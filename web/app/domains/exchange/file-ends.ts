import { readCsv } from '@castellan/exports/csv';
import { csvEnd } from '@castellan/foundation/csv';
import { parseJson } from '@castellan/foundation/parse-json';
import type { RejectedLine } from './plan-import.ts';

/** What is said of a file that ends before its own end. */
export const cutFile = 'This file ends early: its end is cut off. Nothing was imported. Download it again.';

/**
 * How a table ends: `cut`, or with a word on its last row where that has no line end, for such a row may have been cut inside of its
 * last cell. Nothing tells that whole rows are missing.
 */
export function tableEnd(text: string): 'cut' | readonly RejectedLine[] {
  const parsed = readCsv(text);
  const end = csvEnd(text, parsed);
  if (end === 'cut') return end;
  const last = parsed.rows.length > 1 && end === 'without_line_end' ? parsed.rows.at(-1) : undefined;
  if (last === undefined) return [];
  const line = parsed.lines.at(-1) ?? 0;
  return [{ line, text: last.join(', ').slice(0, 80), reason: 'The last row has no line end, as in a file that was cut: compare it.' }];
}

/** Whether JSON breaks off: a bracket or a text of it is never closed. */
export function isCutJson(text: string): boolean {
  if (!/^\s*[{[]/.test(text) || parseJson(text) !== undefined) return false;
  let depth = 0;
  let isText = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '\\' && isText) at += 1;
    else if (sign === '"') isText = !isText;
    else if (!isText && (sign === '{' || sign === '[')) depth += 1;
    else if (!isText && (sign === '}' || sign === ']')) depth -= 1;
  }
  return isText || depth > 0;
}
