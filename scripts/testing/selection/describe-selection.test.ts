import { expect, test } from 'vitest';
import { describeSelection } from './describe-selection.ts';
import type { ProjectGraph, TestFile } from './select-tests.ts';

const unit: TestFile = { file: 'a.test.ts', project: 'unit', visits: new Set() };
const journey: TestFile = { file: 'a.spec.ts', project: 'journeys', visits: new Set() };
const graph: ProjectGraph = { links: new Map(), tests: [unit, journey], global: new Set() };
const some = { kind: 'some', selected: [{ test: unit, path: ['a.test.ts', 'b.ts', 'a.ts'] }], unreached: ['read.md'] } as const;

test('few lines say how much was selected, and what no test reaches', () => {
  expect(describeSelection(graph, some, ['a.ts', 'read.md'], false).split('\n')).toEqual([
    '2 changed: a.ts, read.md',
    '1 of 2 test files can notice: unit 1',
    'no test reaches read.md',
    '--why says why of each',
  ]);
});

test('on request each test is told with the way from the changed file to it', () => {
  expect(describeSelection(graph, some, ['a.ts'], true)).toContain('because: a.ts → b.ts → a.test.ts');
});

test('what makes everything run is said, and many changed files are counted', () => {
  const changed = Array.from({ length: 8 }, (_, index) => `${index}.ts`);
  expect(describeSelection(graph, { kind: 'everything', why: 'every test depends on 0.ts' }, changed, false)).toBe(
    '8 changed: 0.ts, 1.ts, 2.ts, 3.ts, 4.ts and 3 more\neverything runs, because every test depends on 0.ts',
  );
});
