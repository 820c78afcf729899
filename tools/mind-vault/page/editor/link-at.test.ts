import { commonmarkLanguage, markdown } from '@codemirror/lang-markdown';
import { ensureSyntaxTree } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { expect, test } from 'vitest';
import { noteGrammar } from '../../../../web/app/domains/notes/shown/note-grammar.ts';
import { linkAt } from './link-at.ts';

/** The link at the sign `^`, which is no part of the text. */
function at(marked: string) {
  const place = marked.indexOf('^');
  const state = EditorState.create({
    doc: marked.replace('^', ''),
    extensions: [markdown({ base: commonmarkLanguage, extensions: [...noteGrammar] })],
  });
  ensureSyntaxTree(state, state.doc.length, 10_000);
  return linkAt(state, place);
}

const evil = 'https://evil.example/';

test.each([
  ['[the b^ank](https://evil.example/)', 'the bank'],
  ['[https://bank.ex^ample](https://evil.example/)', 'https://bank.example'],
  ['[<https://bank.ex^ample>](https://evil.example/)', '<https://bank.example>'],
  ['[www.bank.ex^ample](https://evil.example/ "title")', 'www.bank.example'],
  ['[ada@bank.ex^ample](https://evil.example/)', 'ada@bank.example'],
  ['[![bank.ex^ample](https://cdn.example/a.png)](https://evil.example/)', '![bank.example](https://cdn.example/a.png)'],
  ['[bank^](<https://evil.example/>)', 'bank'],
])('an address in the text of a link is not where it leads: %s', (marked, text) => {
  expect(at(marked)).toEqual({ kind: 'address', address: evil, text });
});

test('an address by itself leads where it says, also within brackets that lead nowhere', () => {
  for (const marked of ['See https://evil.ex^ample/ now', '<https://evil.ex^ample/>', '[https://evil.ex^ample/] x'])
    expect(at(marked)).toEqual({ kind: 'address', address: evil, text: evil });
  expect(at('www.evil.ex^ample')).toEqual({ kind: 'address', address: 'https://www.evil.example', text: 'www.evil.example' });
});

test('notes, tags and scripts', () => {
  expect(at('[[Rose eng^ine#Cut|like these]]')).toMatchObject({ kind: 'note', target: 'Rose engine' });
  expect(at('[https://bank.ex^ample](Note.md)')).toMatchObject({ kind: 'note', target: 'Note.md' });
  expect(at('a #ta^g')).toEqual({ kind: 'tag', tag: 'tag' });
  expect(at('[a^](javascript:alert(1))')).toBeUndefined();
  expect(at('wor^ds')).toBeUndefined();
});
