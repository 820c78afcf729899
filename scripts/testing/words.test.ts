import { expect, test } from 'vitest';
import { bannedTurns } from './banned-turns.ts';
import { findBannedTurns, readShownTexts } from './words.ts';

const source = `
import 'a path that wants nothing';
/** A comment that wants nothing. */
type Wish = 'a type wants nothing';
const name = 'word';
export const Part = ({ count }: { count: number }) => (
  <p className="a class wants nothing" title="a title of two">
    Text that
    spans lines {\`\${count} rows in all\`} {'a string here'}
  </p>
);
`;

test('texts between tags, attributes, strings and templates are read, with their lines; comments, types, imports and class names are not', () => {
  expect(readShownTexts({ path: 'part.tsx', source })).toEqual([
    { line: 7, text: 'a title of two' },
    { line: 8, text: 'Text that spans lines' },
    { line: 9, text: '… rows in all' },
    { line: 9, text: 'a string here' },
  ]);
});

test.each(bannedTurns)('$pattern finds its example, and says what to write', (turn) => {
  const [fault] = findBannedTurns([{ path: 'a.ts', source: `export const text = ${JSON.stringify(turn.example)};` }], [turn]);
  expect(fault).toContain('a.ts:1');
  expect(fault).toContain(turn.instead);
});

test('plain sentences are left alone', () => {
  const plain = [
    'There is no record.',
    'This is no longer valid.',
    'Deleted permanently',
    'Continue',
    'Unlock methods',
    'It fits on one page.',
  ];
  expect(findBannedTurns([{ path: 'a.ts', source: `export const texts = ${JSON.stringify(plain)};` }], bannedTurns)).toEqual([]);
});
