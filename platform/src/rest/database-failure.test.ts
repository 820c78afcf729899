import pg from 'pg';
import { expect, test } from 'vitest';
import { parseDatabaseFailure } from './database-failure.ts';

function databaseError(code: string, message = 'a message') {
  return Object.assign(new pg.DatabaseError(message, 0, 'error'), { code });
}

test.each([
  ['23505', 409],
  ['23503', 409],
  ['23502', 400],
  ['22P02', 400],
  ['25006', 405],
  ['42883', 404],
  ['42P01', 404],
  ['42703', 400],
  ['42P17', 500],
  ['P0001', 400],
  ['P0002', 500],
  ['08006', 503],
  ['53300', 503],
  ['53400', 500],
  ['54001', 400],
  ['57014', 500],
  ['57P01', 503],
  ['40001', 500],
  ['PT422', 422],
  ['PT200', 400],
  ['XX000', 500],
] as const)('SQLSTATE %s is answered with %i', (code, status) => {
  expect(parseDatabaseFailure(databaseError(code), false)).toMatchObject({ code, status });
});

test('a missing privilege is 403 for somebody and 401 with a challenge for nobody', () => {
  expect(parseDatabaseFailure(databaseError('42501'), false)).toMatchObject({ status: 403 });
  expect(parseDatabaseFailure(databaseError('42501'), true)).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Bearer' } });
});

test('what PostgreSQL says of its own machine is not passed on', () => {
  const failure = parseDatabaseFailure(databaseError('58P01', 'could not open file "base/16384/2619"'), false);
  expect(failure).toMatchObject({ status: 500, message: 'Internal database error', details: null });
  const full = parseDatabaseFailure(databaseError('53100', 'could not extend file "base/5/17263": No space left on device'), true);
  expect(full).toMatchObject({ status: 503, message: 'Internal database error', details: null });
});

test('a database that is not there is a 503, any other error is not ours to explain', () => {
  expect(parseDatabaseFailure(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }), false)).toMatchObject({ status: 503 });
  expect(parseDatabaseFailure(new Error('Connection terminated unexpectedly'), false)).toMatchObject({ status: 503, code: 'PGRST000' });
  expect(parseDatabaseFailure(new TypeError('x is not a function'), false)).toBeUndefined();
});
