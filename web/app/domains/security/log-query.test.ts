import { expect, test } from 'vitest';
import { entryOfTest } from './entries-of-test.ts';
import { matchesQuery, parseLogQuery, toggleCondition, withSpan } from './log-query.ts';

const found = (search: string, change = {}) => matchesQuery(entryOfTest(change), parseLogQuery(search));

test('words are looked for in description and type, whatever their case', () => {
  expect(found('OPENED')).toBe(true);
  expect(found('App_Act')).toBe(true);
  expect(found('opened missing')).toBe(false);
  expect(found('"opened notes"')).toBe(true);
  expect(found('"notes opened"')).toBe(false);
});

test('a type is found by the word that the list shows for it, as text and as a qualifier', () => {
  const refused = { type: 'failed_login', description: 'Refused' };
  expect(found('sign-in', refused)).toBe(true);
  expect(found('type:Sign-in', refused)).toBe(true);
  expect(found('type:failed_login', refused)).toBe(true);
  expect(found('type:vault', refused)).toBe(false);
});

test('plain words are one text: neither their order nor what stands between them is free', () => {
  const row = { description: 'Load row 20 of the list' };
  expect(found('load row 20 of', row)).toBe(true);
  expect(found('row load', row)).toBe(false);
  expect(found('load 20', row)).toBe(false);
  expect(found('load type:app_activity row', row)).toBe(true);
});

test('qualifiers ask of their own column, and a minus turns them round', () => {
  expect(found('type:app_activity')).toBe(true);
  expect(found('type:app')).toBe(true);
  expect(found('type:app_')).toBe(false);
  expect(found('-type:app_activity')).toBe(false);
  expect(found('ip:192.0.2.')).toBe(true);
  expect(found('ip:198.')).toBe(false);
  expect(found('ip:1', { address: undefined })).toBe(false);
  expect(found('status:failed')).toBe(false);
  expect(found('status:Failed', { success: false })).toBe(true);
  expect(found('agent:"curl/8"')).toBe(true);
  expect(found('source:server')).toBe(false);
});

test('after: begins with its moment and before: ends before it; a date is its beginning in UTC', () => {
  const at = (time: string) => ({ atMs: Date.parse(time) });
  expect(found('after:2026-11-21', at('2026-11-21T00:00:00.000Z'))).toBe(true);
  expect(found('after:2026-11-21', at('2026-11-20T23:59:59.999Z'))).toBe(false);
  expect(found('before:2026-11-21', at('2026-11-20T23:59:59.999Z'))).toBe(true);
  expect(found('before:2026-11-21', at('2026-11-21T00:00:00.000Z'))).toBe(false);
  expect(found('after:2026-11-21T14:30', at('2026-11-21T14:30:00Z'))).toBe(true);
});

test('what cannot be understood is said and asks for nothing', () => {
  expect(parseLogQuery('after:yesterday').problems).toHaveLength(1);
  expect(parseLogQuery('status:maybe').problems).toHaveLength(1);
  expect(found('after:2026-99-99')).toBe(true);
});

test('an unknown qualifier and an unfinished quotation are plain words', () => {
  expect(parseLogQuery('http://x "open not')).toMatchObject({ text: 'http://x open not', conditions: [] });
});

test('a value can be filtered for, filtered out, and let go', () => {
  const typed = { field: 'type', value: 'app_activity', excluded: false } as const;
  expect(toggleCondition('notes', typed)).toBe('notes type:app_activity');
  expect(toggleCondition('notes type:app_activity', { ...typed, excluded: true })).toBe('notes -type:app_activity');
  expect(toggleCondition('notes type:app_activity', typed)).toBe('notes');
  expect(toggleCondition('', { field: 'agent', value: 'Mozilla/5.0 (X11)', excluded: false })).toBe('agent:"Mozilla/5.0 (X11)"');
});

test('a brushed span takes the place of the one before', () => {
  const span = { fromMs: Date.parse('2026-11-20T00:00Z'), toMs: Date.parse('2026-11-21T06:00Z') };
  const search = withSpan('notes after:2026-01-01', span);
  expect(search).toBe('notes after:2026-11-20T00:00Z before:2026-11-21T06:00Z');
  expect(parseLogQuery(search)).toMatchObject({ afterMs: span.fromMs, beforeMs: span.toMs, problems: [] });
  expect(withSpan(search, undefined)).toBe('notes');
});
