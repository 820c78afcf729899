import { expect, test } from 'vitest';
import { bound, comma, identifier, joined, sql, toQuery } from './sql.ts';

test('a value never becomes part of the text', () => {
  const statement = sql`select * from ${identifier('a"b')} where x = ${bound("'; drop table x; --")}::text`;
  expect(toQuery(statement)).toEqual({ text: 'select * from "a""b" where x = $1::text', values: ["'; drop table x; --"] });
});

test('a piece used twice is one parameter, equal values of two pieces are two', () => {
  const value = bound('v');
  expect(toQuery(joined([value, value, bound('v')], comma))).toEqual({ text: '$1, $1, $2', values: ['v', 'v'] });
});
