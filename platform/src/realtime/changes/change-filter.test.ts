import { expect, test } from 'vitest';
import { conditionSql, parseChangeFilter } from './change-filter.ts';

function sqlOf(text: string) {
  const parsed = parseChangeFilter(text);
  if (!parsed.ok) return parsed.failure.reason;
  const values: string[] = [];
  const conditions = parsed.value.map((condition) =>
    conditionSql(condition, { sql: `t.${condition.column}`, typeSql: 'int4' }, (value) => `$${values.push(value)}`),
  );
  return [conditions.join(' and '), ...values];
}

test.each([
  ['', ['']],
  ['a=eq.1', ['t.a = $1::int4', '1']],
  ['a=neq.1,b=gte.2', ['t.a <> $1::int4 and t.b >= $2::int4', '1', '2']],
  ['a=not.lt.1', ['not (t.a < $1::int4)', '1']],
  ['a=in.(1,2)', ['t.a in ($1::int4, $2::int4)', '1', '2']],
  ['a=not.in.("x,y",z)', ['not (t.a in ($1::int4, $2::int4))', 'x,y', 'z']],
  ['a=is.null', ['t.a is null']],
  ['a=not.is.true', ['not (t.a is true)']],
  ['a=isdistinct.1', ['t.a is distinct from $1::int4', '1']],
  ['a=ilike.%x%', ['t.a::pg_catalog.text ilike $1::pg_catalog.text', '%x%']],
  ['a=imatch."^(x|y)"', ['t.a::pg_catalog.text ~* $1::pg_catalog.text', '^(x|y)']],
  ['a=eq."say \\"hi\\", \\\\ bye"', ['t.a = $1::int4', 'say "hi", \\ bye']],
  ["a=eq.1'; drop table x; --", ['t.a = $1::int4', "1'; drop table x; --"]],
  ['a=eq.b=eq.c', ['t.a = $1::int4', 'b=eq.c']],
])('the filter %s becomes a condition with its values apart', (text, expected) => {
  expect(sqlOf(text)).toEqual(expected);
});

test.each(['a', 'a=1', 'a=constructor.1', 'a=eq.1,', '=eq.1', 'a=is.maybe', 'a=in.1', 'a=in.(1', 'a=eq."1', 'a=eq.1)'])(
  'the filter %s is refused with a reason',
  (text) => {
    expect(sqlOf(text)).toMatch(/^filter: /);
  },
);

test('a list may hold a hundred values and no more', () => {
  const list = (length: number) => `a=in.(${Array.from({ length }, (_, index) => index).join(',')})`;
  expect(parseChangeFilter(list(100)).ok).toBe(true);
  expect(parseChangeFilter(list(101)).ok).toBe(false);
});
