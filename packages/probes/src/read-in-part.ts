import { groupDigits } from '@castellan/foundation/group-digits';
import type { Finding } from './report.ts';

/** A part of an answer that has a cap: what it is, in the plural (`headers`), how many were read, and how many there are. */
export type CappedPart = { readonly what: string; readonly read: number; readonly all: number };

/** Says what of an answer was left out; nothing where all of it was read. */
export function tellLeftOut(parts: readonly CappedPart[]): readonly Finding[] {
  const cut = parts.filter(({ read, all }) => read < all);
  if (cut.length === 0) return [];
  return [
    {
      id: 'read-in-part',
      severity: 'info',
      title: 'The response was read in part',
      evidence: `${cut.map(({ what, read, all }) => `The first ${groupDigits(String(read))} of ${groupDigits(String(all))} ${what} were read`).join('. ')}.`,
      why: 'The rest was not examined. So many entries are unusual, and may be meant to exhaust scanners.',
      fix: '',
    },
  ];
}
