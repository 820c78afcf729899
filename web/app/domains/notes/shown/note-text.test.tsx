import { assert, property, string } from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { NoteText } from './note-text.tsx';

const drawn = (text: string) => renderToStaticMarkup(<NoteText text={text} />);
const inside = (text: string) =>
  drawn(text)
    .replace(/^<div[^>]*>|<\/div>$/g, '')
    .replace(/ data-at="\d+"/g, '');

test('headings are strong lines, links their words with the host, properties are left out, and lines stay lines', () => {
  const text = '---\ntags: [a]\n---\n# Plan\n\nSee [[Other note|this]], [[That]],\n[the shop](https://shop.example/a).';
  expect(inside(text)).toBe(
    '<p><strong>Plan</strong></p><p>See <span class="note-named">this</span>, <span class="note-named">That</span>,<br/>the shop (shop.example).</p>',
  );
});

test('a list is a list, and its tasks have boxes that nobody can tick', () => {
  expect(inside('- **milk**\n- bread')).toBe('<ul><li><span><strong>milk</strong></span></li><li><span>bread</span></li></ul>');
  expect(drawn('- [x] **milk**\n- [ ] bread')).toMatch(/☑ <span><strong>milk<.*☐ <span>bread/);
  expect(drawn('- [ ] bread')).not.toContain('<input');
});

test('of a long text the beginning is shown, and that there is more', () => {
  const many = drawn(Array.from({ length: 30 }, (_, at) => `- ${at}`).join('\n'));
  expect(many.match(/<li>/g)).toHaveLength(12);
  expect(many).toMatch(/<p>…<\/p><\/div>$/);
  expect(drawn('word '.repeat(100_000)).length).toBeLessThan(1100);
});

test('whatever a note says, nothing in it leads anywhere, is fetched, has an id or a style', () => {
  const marks = [
    '[',
    ']',
    '(',
    ')',
    '!',
    '#',
    '^',
    ':',
    '\n',
    '`',
    '*',
    '|',
    '-',
    '>',
    '<',
    '$',
    '%',
    '"',
    'a',
    'https://a.example',
    '[^a]',
    '[^a]: b',
  ];
  const named = '(?:div|p|strong|em|del|mark|code|pre|span|br|ul|ol|li|blockquote|section|table|thead|tbody|tr|th|td|hr|details|summary)';
  const tag = new RegExp(
    `<(?:/${named}|${named}(?: (?:class="[a-z0-9 -]+"|data-[a-z]+="[a-z0-9]*"|aria-(?:label|hidden)="\\w+"|scope="col"|start="\\d+"|translate="no"|open=""))*/?)>`,
    'g',
  );
  assert(
    property(string({ unit: string({ maxLength: 1 }).map((one) => marks[(one.codePointAt(0) ?? 0) % marks.length] ?? one) }), (text) => {
      expect(drawn(text).replaceAll(tag, '')).not.toMatch(/[<>]/);
    }),
    { numRuns: 500 },
  );
});
