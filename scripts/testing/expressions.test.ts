import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import {
  atRunTime,
  type ExpressionException,
  findExpressions,
  findSlowExpressions,
  literalOf,
  type Pattern,
  type Verdict,
} from './expressions.ts';
import { createExpressionJudge, isBounded, loadAnalyser, shortenCounts } from './judge-expression.ts';

const folder = mkdtempSync(join(tmpdir(), 'expressions-'));
afterAll(() => rmSync(folder, { recursive: true }));

const fileOf = (source: string, path = 'tools/a/page/read.ts') => ({ path, source });
const found = (source: string, path?: string) =>
  findExpressions([fileOf(source, path)]).map(({ pattern }) => (pattern === undefined ? undefined : literalOf(pattern)));

test('literals are found, and expressions that are put together of constants', () => {
  expect(found('const a = /a+\\/b/gi;')).toEqual(['/a+\\/b/gi']);
  expect(found("new RegExp('a+' + \"b\", 'i'); RegExp(`c`);")).toEqual(['/a+b/i', '/c/']);
  expect(found('const part = String.raw`\\d+`; const all = `(\u0024{part})`; new RegExp(`^\u0024{all}$`, `u`);')).toEqual(['/^(\\d+)$/u']);
  expect(found("new RegExp(/x*/, 'g')")).toEqual(['/x*/g', '/x*/']);
});

test('a constant of another file is read there', () => {
  const files = [
    fileOf("import { word as one } from './word.ts'; import { two } from '@castellan/notes/two'; new RegExp(`\u0024{one}\u0024{two}`);"),
    fileOf("export const word = 'w+';", 'tools/a/page/word.ts'),
    fileOf("export const two = '2+';", 'packages/notes/src/two.ts'),
  ];
  expect(findExpressions(files).map(({ pattern }) => pattern?.source)).toEqual(['w+2+']);
});

test('what is put together while it runs is told apart; divisions, texts and comments are none', () => {
  expect(found('const f = (name: string) => new RegExp(`^\u0024{name}:`); let b = "b+"; new RegExp(b);')).toEqual([undefined, undefined]);
  expect(found("const c = a / b / c; const t = '/a+/'; // /a+/")).toEqual([]);
});

test('expressions of tests do not count', () => {
  for (const path of ['tools/a/page/read.test.ts', 'server/test-server.ts']) expect(found('/(a+)+$/', path)).toEqual([]);
});

const slow: Verdict = { isLinear: false, why: 'is slow' };
const judgeBy = (pattern: Pattern): Verdict => (pattern.source.includes('+') ? slow : { isLinear: true });
const faults = (source: string, exceptions: readonly ExpressionException[] = []) =>
  findSlowExpressions([fileOf(source)], judgeBy, exceptions);

test('a slow expression fails with its file, its line and why; one that only a run would tell fails too', () => {
  expect(faults('/a/;\n/a+/g;\nnew RegExp(name)')).toEqual([
    'tools/a/page/read.ts:2: /a+/g is slow',
    expect.stringContaining('tools/a/page/read.ts:3: new RegExp(name) is put together while it runs'),
  ]);
});

test('an exception is for one expression of one file, and one that nothing needs any more fails', () => {
  const exception = { file: 'tools/a/page/read.ts', pattern: '/a+/g', reason: 'It reads our own text.' };
  expect(faults('/a+/g', [exception])).toEqual([]);
  expect(faults('/a+/; /a/g', [exception])).toEqual([
    'tools/a/page/read.ts:1: /a+/ is slow',
    'tools/a/page/read.ts: /a+/g needs no exception; remove it',
  ]);
  expect(faults('new RegExp(name)', [{ ...exception, pattern: atRunTime }])).toEqual([]);
});

test.each(['abc', '[a-z]{3}', '^(?:a|b)?c{1,20}$', '\\d{4}-\\d\\d', 'a{2,5}?b', '(?<year>\\d{4})\\.', '\\p{L}', '[+*]', '\\+\\*'])(
  '%s repeats nothing without end',
  (source) => {
    expect(isBounded({ source, flags: '' })).toBe(true);
  },
);

test.each(['a+', 'a*?', 'a{3,}', '(?:a{1,3}){2,4}', '.{0,300}.{0,300}', '[^]]+'])('%s is worth an analysis', (source) => {
  expect(isBounded({ source, flags: '' })).toBe(false);
});

test.each([
  ['[a-z]{43}', '[a-z]{3}'],
  ['.{0,2000}?x', '.{0,}?x'],
  ['a{10,}', 'a{3,}'],
  ['(?:\\w{1,61}\\.){2}', '(?:\\w{1,4}\\.){2}'],
  ['[{50}]\\{50}\\p{L}{50}', '[{50}]\\{50}\\p{L}{3}'],
])('the counts of %s are judged as %s', (source, shortened) => {
  expect(shortenCounts(source)).toBe(shortened);
});

test('each expression is judged once, and what nobody asks for any more is forgotten', () => {
  const file = join(folder, 'kept.json');
  const judged: string[] = [];
  const start = () =>
    createExpressionJudge((pattern) => {
      judged.push(pattern.source);
      return judgeBy(pattern);
    }, file);
  const first = start();
  expect([first.judge({ source: 'a+', flags: '' }), first.judge({ source: 'a+', flags: '' })]).toEqual([slow, slow]);
  first.judge({ source: 'b*', flags: '' });
  first.keep();
  const second = start();
  expect(second.judge({ source: 'a+', flags: '' })).toEqual(slow);
  second.keep();
  start().judge({ source: 'b*', flags: '' });
  expect(judged).toEqual(['a+', 'b*', 'b*']);
});

test('the analyser knows what froze the server, and what took its place', async () => {
  const analyse = await loadAnalyser();
  const isLinear = (source: string, flags = '') => analyse({ source, flags }).isLinear;
  expect(isLinear('^\\s*([A-Za-z0-9_.-]+)\\s*:\\s*(.*?)\\s*$')).toBe(false);
  expect(isLinear('^server:[ \\t]*(.{0,2000}?)[ \\t]*\\r?$', 'im')).toBe(false);
  expect(isLinear('\\/+$')).toBe(false);
  expect(isLinear('^(a+)+$')).toBe(false);
  expect(isLinear('^[A-Za-z0-9_.-]+$')).toBe(true);
});
