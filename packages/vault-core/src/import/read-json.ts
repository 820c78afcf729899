import { fail, type Result, succeed } from '@castellan/foundation/result';
import { type ImportFailure, importLimits } from './import-model.ts';

/** Parses JSON whose brackets nest no deeper than the limit, which is counted before the parser spends a stack on them. */
export function readJson(text: string): Result<unknown, ImportFailure> {
  let depth = 0;
  let inText = false;
  for (let place = 0; place < text.length; place += 1) {
    const code = text.charCodeAt(place);
    if (inText) {
      if (code === 0x5c) place += 1;
      else if (code === 0x22) inText = false;
    } else if (code === 0x22) inText = true;
    else if (code === 0x5b || code === 0x7b) {
      depth += 1;
      if (depth > importLimits.jsonDepth) return fail({ code: 'json_too_deep' });
    } else if (code === 0x5d || code === 0x7d) depth -= 1;
  }
  try {
    const value: unknown = JSON.parse(text);
    return succeed(value);
  } catch {
    return fail({ code: 'json_invalid' });
  }
}

/** An object's own members by name. A map has no prototype to fall through to: `__proto__` is a name like any other. */
export type Members = ReadonlyMap<string, unknown>;

/** The members of an object; `undefined` for anything else. */
export function membersOf(value: unknown): Members | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? new Map<string, unknown>(Object.entries(value)) : undefined;
}

/** The list, or an empty one. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The text, a number's or truth value's writing, or an empty text. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}
