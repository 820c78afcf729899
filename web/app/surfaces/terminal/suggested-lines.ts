import type { SiteTerminalState } from './site-terminal-store.ts';

const first = ['help', 'projects', 'experience', 'skills', 'contact', 'neofetch', 'tree'] as const;

/** Lines that fit now, to be pressed instead of typed: ways on from the last table, then the usual beginnings. */
export function suggestedLines({ lastTable }: Pick<SiteTerminalState, 'lastTable'>): readonly string[] {
  return [...(lastTable === undefined ? [] : waysOn(lastTable.line, lastTable.fields)), ...first].slice(0, first.length);
}

function waysOn(line: string, fields: readonly string[]): readonly string[] {
  const has = (name: string) => fields.includes(name);
  const filters = [
    has('year') && !line.includes('sort') ? 'sort year -r' : undefined,
    has('from') && !line.includes('sort') ? 'sort from' : undefined,
    has('stack') ? 'group stack' : undefined,
    has('skills') ? 'group skills' : undefined,
  ].filter((filter) => filter !== undefined);
  if (filters.length === 0 || line.split('|').length > 3) return [];
  return [...filters, 'json'].map((filter) => `${line} | ${filter}`);
}
