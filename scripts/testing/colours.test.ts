import { expect, test } from 'vitest';
import { colourSource, findRepeatedColours } from './colours.ts';
import type { SourceFile } from './sizes.ts';

const values = ['#10191e', '#ffffff'];
const fileOf = (source: string, path = 'web/app/card.tsx'): SourceFile => ({ path, source });
const found = (source: string, path?: string) => findRepeatedColours([fileOf(source, path)], values, []);

test.each(["fill: '#10191e'", 'fill="#10191E"', "hex('10191e')", 'bg-[#10191e]', '#10191e80', '--x:#fff;', 'stroke="#FFFF"', '#ffffff'])(
  '%s repeats a colour',
  (source) => {
    expect(found(source)).toHaveLength(1);
  },
);

test.each(['#10191f', '#a10191e', '10191e2', '#000', "'fff'", 'var(--plate)', '#10191e8'])('%s repeats none', (source) => {
  expect(found(source)).toEqual([]);
});

test('the file and its line are named, with what to do', () => {
  expect(found("a\nb '#10191e' c")).toEqual([`web/app/card.tsx:2: #10191e is a colour of ${colourSource}; read it from there`]);
});

test('the source has the values, and tests may write what they expect', () => {
  for (const path of [colourSource, 'server/card.test.ts', 'tests/e2e/theme.spec.ts', 'tests/support/page.ts', 'server/test-card.ts'])
    expect([path, found('#10191e', path)]).toEqual([path, []]);
});

test('an exception is for one value in one file, and one that nothing needs any more fails', () => {
  const exceptions = [{ file: 'web/app/code.tsx', value: '#ffffff', reason: 'Black on white is what is read.' }];
  const files = [fileOf('#fff #10191e', 'web/app/code.tsx'), fileOf('#fff', 'web/app/other.tsx')];
  expect(findRepeatedColours(files, values, exceptions)).toEqual([
    expect.stringContaining('web/app/code.tsx:1: #10191e'),
    expect.stringContaining('web/app/other.tsx:1: #fff'),
  ]);
  expect(findRepeatedColours([fileOf('', 'web/app/code.tsx')], values, exceptions)).toEqual([
    'web/app/code.tsx: #ffffff is not written there; remove the exception',
  ]);
});
