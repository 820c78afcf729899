import { expect, test } from 'vitest';
import type { NoteBlock } from './note-block.ts';
import { partOfNote } from './part-of-note.ts';

const text = `---
a: 1
---
# One
first

## Two
second ^two

- item
- other ^item
  - deep ^deep

| a |
| - |
| b |

^table

> quoted
^quote

# Three
third
`;

const shown = (subpath: string) => partOfNote(text, subpath)?.map((block) => shownOf(block));
const shownOf = ({ kind, from, to }: NoteBlock) => `${kind}: ${text.slice(from, to).split('\n')[0]}`;

// https://help.obsidian.md/embeds
test('an embed shows the whole note, what stands under a heading, or one block', () => {
  expect(shown('')?.[0]).toBe('heading: # One');
  expect(shown('#One#Two')?.slice(0, 2)).toEqual(['heading: ## Two', 'paragraph: second ^two']);
  expect(shown('#Three')).toEqual(['heading: # Three', 'paragraph: third']);
  expect(shown('#One')).toHaveLength(8);
  expect(shown('#^two')).toEqual(['paragraph: second ^two']);
  expect(shown('#^table')).toEqual(['table: | a |']);
  expect(shown('#nowhere')).toBeUndefined();
});

test('of a list one item is shown, with what is below it', () => {
  expect(partOfNote(text, '#^item')).toMatchObject([{ kind: 'list', items: [{ blocks: [{ content: ['other'] }, { kind: 'list' }] }] }]);
  expect(partOfNote(text, '#^deep')).toMatchObject([{ kind: 'list', items: [{ blocks: [{ content: ['deep'] }] }] }]);
});
