import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { addProperty, readProperties, removeProperty, writeProperty } from './properties.ts';
import type { TextChange } from './text-change.ts';

const changed = (text: string, change: TextChange | undefined) =>
  change === undefined ? text : text.slice(0, change.from) + change.insert + text.slice(change.to);
const yamlOf = (front: string) => (parse(front.replace(/^---\r?\n|---\r?\n?$/g, '')) ?? {}) as Record<string, unknown>;
const shown = (lines: string) => readProperties(`---\n${lines}\n---\n`).map(({ key, kind, values }) => [key, kind, ...values]);

test('a property is what its value is written as, and what nobody can read stays as it is', () => {
  expect(
    shown(
      'status: In progress\ncount: 12.5\ndone: false\ndue: 2026-12-01\ntags: [a, "b c"]\naliases:\n  - One\n  - "Two, too"\nempty:\nquoted: "a \\"b\\""\nlink: "[[Note]]"\nhow: { a: 1 }\nlong: |\n  text\nwhy: x # comment\nref: *a\n',
    ),
  ).toEqual([
    ['status', 'text', 'In progress'],
    ['count', 'number', '12.5'],
    ['done', 'checkbox', 'false'],
    ['due', 'date', '2026-12-01'],
    ['tags', 'list', 'a', 'b c'],
    ['aliases', 'list', 'One', 'Two, too'],
    ['empty', 'text', ''],
    ['quoted', 'text', 'a "b"'],
    ['link', 'text', '[[Note]]'],
    ['how', 'other', '{ a: 1 }'],
    ['long', 'other', '|\n  text'],
    ['why', 'other', 'x # comment'],
    ['ref', 'other', '*a\n'],
  ]);
  expect(shown('a: 1\na: 2').map(([, kind]) => kind)).toEqual(['other', 'other']);
});

const entries = fc.uniqueArray(
  fc.tuple(
    fc.constantFrom('status', 'tags', 'due', 'Größe', 'read on', 'n'),
    fc.constantFrom(
      'word',
      '',
      '12',
      'true',
      '2026-01-02',
      '[a, b]',
      '\n  - x\n  - "y: z"',
      '\n- x',
      '"q: r"',
      "'it''s'",
      '{ a: 1 }',
      '|\n  raw',
      'x # c',
    ),
  ),
  { selector: ([key]) => key, minLength: 1, maxLength: 5 },
);
const value = fc.oneof(
  fc.constantFrom('true', 'no', '12', '~', 'a: b', '# x', '- y', '"', "'", '\\', '[[N]]', '@', ' x ', 'null', '2026-01-01'),
  fc.string({ unit: 'grapheme' }),
);

test('a written value is the one that YAML reads, and every other byte stays', () => {
  fc.assert(
    fc.property(entries, fc.nat(), fc.array(value, { minLength: 1, maxLength: 4 }), fc.boolean(), (given, which, values, isWindows) => {
      const front =
        `---\n${given.map(([key, text]) => `${key}:${text === '' || text.startsWith('\n') ? '' : ' '}${text}`).join('\n')}\n---\n`.replaceAll(
          '\n',
          isWindows ? '\r\n' : '\n',
        );
      const properties = readProperties(front);
      expect(properties.map(({ key }) => key)).toEqual(given.map(([key]) => key));
      const property = properties[which % properties.length];
      if (property === undefined || (property.kind !== 'text' && property.kind !== 'list')) return;
      const wanted = [
        ...new Set((property.kind === 'list' ? values : values.slice(0, 1)).map((one) => one.replace(/[\r\n\u0085\u2028\u2029]+/g, ' '))),
      ];
      const change = writeProperty(front, property, wanted);
      const after = changed(front, change);
      if (change !== undefined) expect(change.from >= property.from && change.to <= property.to).toBe(true);
      const before = yamlOf(front);
      const read = yamlOf(after);
      for (const [key] of given) if (key !== property.key) expect(read[key]).toEqual(before[key]);
      const got = property.kind === 'list' ? (read[property.key] as unknown[]).map(String) : String(read[property.key] ?? '');
      expect(got).toEqual(
        change === undefined
          ? property.kind === 'list'
            ? [...property.values]
            : property.values[0]
          : property.kind === 'list'
            ? wanted
            : wanted[0],
      );
      expect(readProperties(after).find(({ key }) => key === property.key)?.values).toEqual(
        change === undefined ? property.values : wanted,
      );
    }),
    { numRuns: 800 },
  );
});

test('a property is added and removed, with its lines and no others', () => {
  const front = '---\na: 1\nlist:\n  - x\n  - y\nb: 2\n---\n';
  expect(changed(front, removeProperty(front, readProperties(front)[1] ?? never()))).toBe('---\na: 1\nb: 2\n---\n');
  expect(changed(front, addProperty(front, 'due'))).toBe('---\na: 1\nlist:\n  - x\n  - y\nb: 2\ndue:\n---\n');
  expect(changed('Text', addProperty('', 'due'))).toBe('---\ndue:\n---\nText');
  expect(addProperty(front, 'a')).toBeUndefined();
  expect(addProperty(front, 'a: b')).toBeUndefined();
});

function never(): never {
  throw new Error('there is no such property');
}
