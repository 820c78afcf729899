import { succeed } from '@castellan/foundation/result';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { meets, operators, parseCondition } from './condition.ts';
import { filters } from './filters.ts';
import { makeKernel, runLine } from './kernel.ts';
import { type Field, makeTable, type Table, type Value } from './table.ts';

const fields: readonly Field[] = [
  { name: 'name', kind: 'text' },
  { name: 'year', kind: 'number' },
  { name: 'stack', kind: 'list' },
];
const table = makeTable(fields, [
  { name: 'Rosette', year: 2023, stack: ['PostgreSQL', 'TypeScript'] },
  { name: 'Latent Image', year: 2021, stack: ['Rust', 'CI'] },
  { name: 'Plumb Line', year: 2019, stack: ['TLS', 'Go'] },
  { name: 'Undated', stack: [] },
  { name: 'rusty', year: 2021, stack: ['rust'] },
]);

const session = { folder: '/', aliases: new Map<string, string>(), history: [] };

function kernelOver(given: Table) {
  const source = {
    name: 'records',
    summary: '',
    usage: '',
    effect: 'reads',
    place: 'source',
    topic: 'Content',
    run: () => succeed({ table: given }),
  } as const;
  return makeKernel([source, ...filters], () => []);
}

async function answer(line: string, given: Table = table): Promise<Table | string> {
  const ran = await runLine(kernelOver(given), line, session);
  if (!ran.ok) return ran.failure.message;
  if (ran.value === undefined) throw new Error('no answer');
  return ran.value.table;
}

async function column(line: string, name = 'name'): Promise<readonly Value[] | string> {
  const answered = await answer(line);
  return typeof answered === 'string' ? answered : answered.rows.map((row) => row.get(name));
}

describe('where', () => {
  test.each<[string, readonly string[]]>([
    ['stack ~ rust', ['Latent Image', 'rusty']],
    ['stack = rust', ['Latent Image', 'rusty']],
    ['stack != rust', ['Rosette', 'Plumb Line', 'Undated']],
    ['year > 2019', ['Rosette', 'Latent Image', 'rusty']],
    ['year >= 2021', ['Rosette', 'Latent Image', 'rusty']],
    ['year<2021', ['Plumb Line']],
    ['year<=2021', ['Latent Image', 'Plumb Line', 'rusty']],
    ['year=2021', ['Latent Image', 'rusty']],
    ['year != 2021', ['Rosette', 'Plumb Line', 'Undated']],
    ['name = latent image', ['Latent Image']],
    [`name = 'Latent Image'`, ['Latent Image']],
    ['name ~ l', ['Latent Image', 'Plumb Line']],
    ['name > plumb', ['Rosette', 'Plumb Line', 'Undated', 'rusty']],
    ['YEAR = 2023', ['Rosette']],
    ['year > soon', []],
    ['year == 2023', ['Rosette']],
  ])('%s', async (condition, names) => {
    expect(await column(`records | where ${condition}`)).toEqual(names);
  });
});

test('a wrong line says what is wrong with it, and what may have been meant', async () => {
  expect(await answer('records | where stak ~ rust')).toBe('where: no field “stak”; did you mean “stack”?');
  expect(await answer('records | sort colour')).toBe('sort: no field “colour”; there are name, year, stack');
  expect(await answer('records | where year')).toContain('where needs FIELD OP VALUE');
  expect(await answer('records | head three')).toContain('whole number');
  expect(await answer('records | sortt year')).toBe('no command “sortt”; did you mean “sort”?');
  expect(await answer('where year > 3')).toContain('works on what comes through a pipe');
  expect(await answer('records | records')).toContain('begins a pipe');
});

test('the example of the manual runs', async () => {
  expect(await column('records | where stack ~ rust | sort year | head 3')).toEqual(['Latent Image', 'rusty']);
});

test('equal records keep their order either way, and what is missing comes last', async () => {
  expect(await column('records | sort year')).toEqual(['Plumb Line', 'Latent Image', 'rusty', 'Rosette', 'Undated']);
  expect(await column('records | sort year -r')).toEqual(['Rosette', 'Latent Image', 'rusty', 'Plumb Line', 'Undated']);
  expect(await column('records | sort -r name')).toEqual(['Undated', 'rusty', 'Rosette', 'Plumb Line', 'Latent Image']);
});

test('head, tail, select, count, group and grep', async () => {
  expect(await column('records | head 2')).toEqual(['Rosette', 'Latent Image']);
  expect(await column('records | head -n 1')).toEqual(['Rosette']);
  expect(await column('records | tail 2')).toEqual(['Undated', 'rusty']);
  expect(await column('records | tail 0')).toEqual([]);
  expect(await column('records | count', 'count')).toEqual([5]);
  expect(await column('records | grep ts')).toEqual([]);
  expect(await column('records | grep typescript')).toEqual(['Rosette']);
  expect(await column('records | grep -v rust')).toEqual(['Rosette', 'Plumb Line', 'Undated']);
  const selected = await answer('records | select year,NAME');
  expect(typeof selected === 'object' && selected.fields.map(({ name }) => name)).toEqual(['year', 'name']);
  expect(await column('records | group stack', 'stack')).toEqual(['Rust', 'PostgreSQL', 'TypeScript', 'CI', 'TLS', 'Go']);
  expect(await column('records | group year', 'count')).toEqual([2, 1, 1, 1]);
});

test('JSON keeps numbers and lists, and CSV quotes and guards its cells', async () => {
  const lines = await column('records | head 1 | json', 'line');
  expect(JSON.parse(typeof lines === 'string' ? '' : lines.join('\n'))).toEqual([
    { name: 'Rosette', year: 2023, stack: ['PostgreSQL', 'TypeScript'] },
  ]);
  expect(await column('records | head 1 | csv', 'line')).toEqual(['name,year,stack', 'Rosette,2023,"PostgreSQL, TypeScript"']);
  const wild = makeTable([{ name: 'name', kind: 'text' }], [{ name: '=1+1' }, { name: 'say "x"' }]);
  const answered = await answer('records | csv', wild);
  expect(typeof answered === 'object' && answered.rows.map((row) => row.get('line'))).toEqual(['name', `"'=1+1"`, '"say ""x"""']);
});

const anyValue = fc.oneof(
  fc.constant(undefined),
  fc.integer({ min: -5, max: 5 }),
  fc.string({ maxLength: 3 }),
  fc.array(fc.string({ maxLength: 2 }), { maxLength: 2 }),
);
const anyTable = fc.array(anyValue, { maxLength: 12 }).map((values) =>
  makeTable(
    [
      { name: 'value', kind: 'text' },
      { name: 'place', kind: 'number' },
    ],
    values.map((value, place) => ({ value, place })),
  ),
);

test('sorting any records is total and stable, and sorting again changes nothing', { timeout: 20_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(anyTable, async (given) => {
      const once = await answer('records | sort value', given);
      if (typeof once === 'string') throw new Error(once);
      expect(once.rows.length).toBe(given.rows.length);
      expect(new Set(once.rows.map((row) => row.get('place'))).size).toBe(given.rows.length);
      const twice = await answer('records | sort value', once);
      expect(typeof twice === 'object' && twice.rows).toEqual(once.rows);
    }),
  );
});

test('a condition and its opposite part the records between them, in their order', { timeout: 20_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(anyTable, fc.string({ unit: 'grapheme-ascii', maxLength: 3 }), async (given, wanted) => {
      const quoted = `'${wanted.replaceAll("'", `'\\''`)}'`;
      const kept = await answer(`records | where value = ${quoted}`, given);
      const left = await answer(`records | where value != ${quoted}`, given);
      if (typeof kept === 'string' || typeof left === 'string') throw new Error(String(kept));
      const places = [...kept.rows, ...left.rows].map((row) => Number(row.get('place')));
      expect(places.toSorted((one, other) => one - other)).toEqual(given.rows.map((row) => row.get('place')));
      const order = kept.rows.map((row) => Number(row.get('place')));
      expect(order).toEqual(order.toSorted((one, other) => one - other));
    }),
  );
});

test('every operator checks every value without throwing', { timeout: 20_000 }, () => {
  fc.assert(
    fc.property(
      anyValue,
      fc.constantFrom(...operators),
      fc.string(),
      (value, operator, wanted) => typeof meets(value, { field: 'x', operator, wanted }) === 'boolean',
    ),
  );
  fc.assert(fc.property(fc.array(fc.string()), (words) => typeof parseCondition(words).ok === 'boolean'));
});
