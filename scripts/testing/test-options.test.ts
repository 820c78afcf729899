import { expect, test } from 'vitest';
import { parseTestOptions } from './test-options.ts';

const parse = (...given: readonly string[]) => parseTestOptions(given, ['productivity', 'settings']);

test('without a word everything runs, and the check runs everything but what needs a browser', () => {
  expect(parse()).toEqual({ ok: true, value: { kind: 'everything', withBrowser: true } });
  expect(parse('--without-browser')).toEqual({ ok: true, value: { kind: 'everything', withBrowser: false } });
});

test('the check runs the static part alone, or what is about one tool', () => {
  expect(parse('--without-browser', '--static')).toEqual({ ok: true, value: { kind: 'static' } });
  expect(parse('--without-browser', '--tool', 'settings')).toEqual({
    ok: true,
    value: { kind: 'tool', id: 'settings', withBrowser: true },
  });
});

test('what changed is told from the last commit or from one that is named, with reasons on request', () => {
  expect(parse('--changed')).toEqual({ ok: true, value: { kind: 'changed', commit: 'HEAD', why: false, withBrowser: true } });
  expect(parse('--without-browser', '--changed', 'main~2', '--why')).toEqual({
    ok: true,
    value: { kind: 'changed', commit: 'main~2', why: true, withBrowser: false },
  });
});

test.each([
  [['--changed', 'main', 'other'], 'is not understood'],
  [['--changed', '--everything'], 'is not understood'],
  [['--why'], 'is not understood'],
  [['--statik'], '"--statik" is not understood'],
  [['--static', '--tool'], '"--static --tool" is not understood'],
  [['--tool'], 'There is no tool "". There are: productivity, settings.'],
  [['--tool', '../lib'], 'There is no tool "../lib"'],
  [['--tool', 'settings', 'productivity'], 'is not understood'],
])('%j runs nothing, and is answered with what there is', (given, message) => {
  expect(parse(...given)).toMatchObject({ ok: false, failure: { message: expect.stringContaining(message) } });
});
