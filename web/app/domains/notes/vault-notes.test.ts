import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cpuNowMs } from '../../../../tests/support/cpu-time.ts';
import { type Note, notes } from './note.ts';
import { linkGraph } from './vault-notes.ts';

function noteOf(title: string, body: string): Note {
  const at = '2026-01-02T03:04:05.000Z';
  return notes.schema.parse({
    id: title,
    title,
    body,
    tags: [],
    pinned: false,
    path: null,
    created_at: at,
    updated_at: at,
    deleted_at: null,
    version: 1,
  });
}
const linesTo = (title: string, all: readonly Note[]) =>
  linkGraph(all)
    .backlinks.get(title)
    ?.map(({ note, lines }) => [note.title, lines]);

test('a note is linked from others with the first four lines that name it, each once, and of a long line what is around', () => {
  const lines = ['[[B]] one', '[[B]] one', '[[B]] two', '', '[[B]] [[b|three]]', 'four [[B]]', 'five [[B]]'];
  const others = [noteOf('A', lines.join('\n')), noteOf('B', '[[B]] itself'), noteOf('C', `${'x '.repeat(400)}[[B]]${' y'.repeat(400)}`)];
  expect(linesTo('B', others)).toEqual([
    ['A', ['[[B]] one', '[[B]] two', '[[B]] [[b|three]]', 'four [[B]]']],
    ['C', [expect.stringMatching(/^…(?:x )+\[\[B\]\](?: y)+…$/)]],
  ]);
  expect(linesTo('A', others)).toBeUndefined();
});

test('a line of up to 240 signs is shown whole, wherever in it the link stands', () => {
  const words = fc.string({ unit: fc.constantFrom('a', ' ', 'é'), maxLength: 116 });
  fc.assert(
    fc.property(words, words, fc.string({ unit: fc.constantFrom('z', '\n'), maxLength: 300 }), (before, behind, around) => {
      // Not with spaces alone before it: four of them would make code of it.
      const line = `a${before}[[B]]${behind}`;
      const [[, lines] = []] = linesTo('B', [noteOf('A', `${around}\n${line}\n${around}`), noteOf('B', '')]) ?? [];
      expect(lines).toEqual([line.trim()]);
    }),
  );
});

test('two notes of two million signs of links are read in time with their length, as one line or as many', () => {
  const targets = Array.from({ length: 500 }, (_, at) => noteOf(`Note ${at}`, ''));
  for (const between of [' ', '\n']) {
    const body = Array.from({ length: 140_000 }, (_, at) => `[[Note ${(at * 7) % 500}]]`).join(between);
    const all = [...targets, noteOf('Long 1', body), noteOf('Long 2', body)];
    const before = cpuNowMs();
    expect(linkGraph(all).backlinks.size).toBe(500);
    // Looking for the ends of one line for each of its links took a minute and a half.
    expect(cpuNowMs() - before).toBeLessThan(8_000);
  }
});
