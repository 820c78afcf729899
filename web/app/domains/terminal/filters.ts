import { fail, type Result, succeed } from '@castellan/foundation/result';
import { suggestion } from './closest-name.ts';
import type { Answer, Call, Command, CommandFailure } from './command.ts';
import { compareValues, holdsText } from './compare-values.ts';
import { meets, operators, parseCondition } from './condition.ts';
import { csvLines, jsonLines } from './formats.ts';
import { type Field, lineField, lineTable, makeTable, type Row, rowText, type Table, valueText } from './table.ts';

type Answered = Result<Answer, CommandFailure>;

const wrong = (message: string) => fail({ code: 'bad_argument', message });

/** The field of that name, in any case; the failure names it and what may have been meant. */
export function findField(table: Table, name: string): Result<Field, CommandFailure> {
  const field = table.fields.find((known) => known.name.toLowerCase() === name.toLowerCase());
  if (field !== undefined) return succeed(field);
  const names = table.fields.map((known) => known.name);
  const near = suggestion(name, names);
  return fail({ code: 'unknown_field', message: `no field “${name}”${near || `; there are ${names.join(', ')}`}` });
}

type Filter = Omit<Command, 'effect' | 'place' | 'topic' | 'run'> & {
  readonly filter: (table: Table, args: readonly string[]) => Answered;
};

function defineFilter({ filter, ...described }: Filter): Command {
  return {
    ...described,
    effect: 'reads',
    place: 'filter',
    topic: 'Filters',
    run: ({ input, args }: Call) => {
      if (input !== undefined) return filter(input, args);
      return fail({
        code: 'not_a_filter',
        message: `${described.name} works on what comes through a pipe. For example: projects | ${described.examples?.[0] ?? described.name}`,
      });
    },
  };
}

const kept = (table: Table, rows: readonly Row[]): Answered => succeed({ table: { fields: table.fields, rows } });

function countOf(args: readonly string[], usual: number): number | undefined {
  const [text = String(usual)] = args[0] === '-n' ? args.slice(1) : args;
  const digits = /^-?(\d{1,6})$/.exec(text)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

function sorted(table: Table, args: readonly string[]): Answered {
  const names = args.filter((word) => word !== '-r');
  const [name] = names;
  if (name === undefined || names.length > 1) return wrong('sort needs one field, and -r for the largest first. For example: sort year -r');
  const field = findField(table, name);
  if (!field.ok) return field;
  const direction = args.includes('-r') ? -1 : 1;
  const rows = table.rows.toSorted((one, other) => {
    const [first, second] = [one.get(field.value.name), other.get(field.value.name)];
    // What is missing stays at the end, whichever way the rest is sorted.
    if (first === undefined || second === undefined) return compareValues(first, second);
    return direction * compareValues(first, second);
  });
  return kept(table, rows);
}

function selected(table: Table, args: readonly string[]): Answered {
  const names = args.flatMap((word) => word.split(',')).filter((name) => name !== '');
  if (names.length === 0) return wrong('select needs the fields to keep. For example: select name,year');
  const fields: Field[] = [];
  for (const name of names) {
    const field = findField(table, name);
    if (!field.ok) return field;
    if (!fields.includes(field.value)) fields.push(field.value);
  }
  return succeed({ table: { fields, rows: table.rows.map((row) => new Map(fields.map(({ name }) => [name, row.get(name)]))) } });
}

function grouped(table: Table, args: readonly string[]): Answered {
  const [name] = args;
  if (name === undefined || args.length > 1) return wrong('group needs one field. For example: group stack');
  const field = findField(table, name);
  if (!field.ok) return field;
  const counts = new Map<string, { readonly shown: string | number; readonly count: number }>();
  for (const row of table.rows) {
    const value = row.get(field.value.name);
    for (const item of typeof value === 'object' ? value : [value]) {
      const shown = item ?? '(none)';
      const key = String(shown).toLowerCase();
      const had = counts.get(key);
      counts.set(key, { shown: had?.shown ?? shown, count: (had?.count ?? 0) + 1 });
    }
  }
  const heading: Field = { name: field.value.name, kind: field.value.kind === 'number' ? 'number' : 'text' };
  const countField: Field = { name: heading.name === 'count' ? 'rows' : 'count', kind: 'number' };
  const records = [...counts.values()].map(({ shown, count }) => ({ [heading.name]: shown, [countField.name]: count }));
  const answer = makeTable([heading, countField], records);
  return succeed({
    table: { ...answer, rows: answer.rows.toSorted((one, other) => compareValues(other.get(countField.name), one.get(countField.name))) },
  });
}

function searched(table: Table, args: readonly string[]): Answered {
  const inverted = args.includes('-v');
  const text = args.filter((word) => !['-v', '-i'].includes(word)).join(' ');
  if (text === '') return wrong('grep needs a text to search for. For example: grep audit');
  return kept(
    table,
    table.rows.filter((row) => table.fields.some(({ name }) => holdsText(valueText(row.get(name)), text)) !== inverted),
  );
}

function withCount(pick: (rows: readonly Row[], count: number) => readonly Row[]): Filter['filter'] {
  return (table, args) => {
    const count = countOf(args, 10);
    return count === undefined ? wrong('needs a whole number of records, such as 3') : kept(table, pick(table.rows, count));
  };
}

/** The commands that work on what comes through a pipe. They keep no order of their own: equal records stay as they came. */
export const filters: readonly Command[] = [
  defineFilter({
    name: 'where',
    summary: 'keep the records that meet a condition',
    usage: 'FIELD OP VALUE',
    details: [
      `OP is one of ${operators.join('  ')}. The sign ~ means “holds this text”. Case does not matter.`,
      'In a field that holds several values, such as stack, one match is enough; != means that none is equal.',
      'Numbers compare by size. The words of a value need no quotes.',
    ],
    examples: ['where stack ~ rust', 'where year >= 2021', 'where name = Latent Image'],
    offersFields: true,
    filter: (table, args) => {
      const condition = parseCondition(args);
      if (!condition.ok) return condition;
      const field = findField(table, condition.value.field);
      if (!field.ok) return field;
      return kept(
        table,
        table.rows.filter((row) => meets(row.get(field.value.name), condition.value)),
      );
    },
  }),
  defineFilter({
    name: 'sort',
    summary: 'put the records in order',
    usage: 'FIELD [-r]',
    options: [{ flag: '-r', meaning: 'the largest first' }],
    details: ['Numbers sort by size, text as people sort it. What has no such value comes last. Equal records stay in their order.'],
    examples: ['sort year -r', 'sort name'],
    offersFields: true,
    filter: sorted,
  }),
  defineFilter({
    name: 'head',
    summary: 'keep the first records',
    usage: '[N]',
    details: ['Without a number: ten.'],
    examples: ['head 3'],
    filter: withCount((rows, count) => rows.slice(0, count)),
  }),
  defineFilter({
    name: 'tail',
    summary: 'keep the last records',
    usage: '[N]',
    details: ['Without a number: ten.'],
    examples: ['tail 3'],
    filter: withCount((rows, count) => (count === 0 ? [] : rows.slice(-count))),
  }),
  defineFilter({
    name: 'select',
    summary: 'keep some fields, in the order given',
    usage: 'FIELD[,FIELD…]',
    examples: ['select name,year'],
    offersFields: true,
    filter: selected,
  }),
  defineFilter({
    name: 'count',
    summary: 'count the records',
    usage: '',
    examples: ['count'],
    filter: (table) => succeed({ table: makeTable([{ name: 'count', kind: 'number' }], [{ count: table.rows.length }]) }),
  }),
  defineFilter({
    name: 'group',
    summary: 'count the records by the values of a field, the most frequent first',
    usage: 'FIELD',
    examples: ['group stack'],
    offersFields: true,
    filter: grouped,
  }),
  defineFilter({
    name: 'grep',
    summary: 'keep the records, or lines, that hold a text',
    usage: 'TEXT [-v]',
    options: [{ flag: '-v', meaning: 'those that do not' }],
    details: ['A plain text, not a pattern; case does not matter.'],
    examples: ['grep audit'],
    filter: searched,
  }),
  defineFilter({
    name: 'json',
    summary: 'print the records as JSON',
    usage: '',
    examples: ['json'],
    filter: (table) => succeed({ table: lineTable(jsonLines(table)) }),
  }),
  defineFilter({
    name: 'csv',
    summary: 'print the records as CSV',
    usage: '',
    examples: ['csv'],
    filter: (table) => succeed({ table: lineTable(csvLines(table)) }),
  }),
  defineFilter({
    name: 'lines',
    summary: 'print each record as one line of text',
    usage: '',
    examples: ['select name | lines'],
    filter: (table) =>
      succeed({ table: { fields: [lineField], rows: table.rows.map((row) => new Map([[lineField.name, rowText(table, row)]])) } }),
  }),
];
