import { describe, expect, test } from 'vitest';
import { parseDatabaseUrl } from './database-url.ts';

const parse = (text: string) => parseDatabaseUrl(text);

test('host, port, login, password and database are taken apart, escapes and all', () => {
  expect(parse('postgres://ada:p%40ss%2Fword@db.example:6432/site%20one')).toEqual({
    host: 'db.example',
    port: 6432,
    database: 'site one',
    user: 'ada',
    password: 'p@ss/word',
    tls: 'verify-full',
    rootCertificates: undefined,
  });
  expect(parse('postgresql://ada@[2001:db8::5]/site')).toMatchObject({ host: '2001:db8::5', port: 5432, password: '' });
});

test('a socket is named by its folder, in the place of the host or as a parameter', () => {
  const onSocket = { host: '/var/run/postgresql', port: 5432, tls: 'disable' };
  expect(parse('postgres://ada@/site?host=/var/run/postgresql')).toMatchObject(onSocket);
  expect(parse('postgres://ada@%2Fvar%2Frun%2Fpostgresql/site')).toMatchObject(onSocket);
});

describe('TLS', () => {
  test.each([
    ['postgres://a@127.0.0.1/d', 'disable'],
    ['postgres://a@localhost/d', 'disable'],
    ['postgres://a@db.example/d', 'verify-full'],
    ['postgres://a@db.example/d?sslmode=disable', 'disable'],
    ['postgres://a@db.example/d?sslmode=require', 'require'],
    // As libpq does: whoever names authorities wants them asked.
    ['postgres://a@db.example/d?sslmode=require&sslrootcert=/ca.pem', 'verify-ca'],
    ['postgres://a@127.0.0.1/d?sslmode=verify-ca&sslrootcert=/ca.pem', 'verify-ca'],
    ['postgres://a@db.example/d?sslmode=verify-full&sslrootcert=system', 'verify-full'],
  ])('%s is protected by %s', (text, mode) => {
    expect(parse(text)?.tls).toBe(mode);
  });

  test.each([
    // Modes that fall back to less by themselves.
    'postgres://a@db.example/d?sslmode=prefer',
    'postgres://a@db.example/d?sslmode=allow',
    'postgres://a@db.example/d?sslmode=',
    'postgres://a@db.example/d?sslmode=REQUIRE',
    'postgres://a@db.example/d?sslmode=disable&sslrootcert=/ca.pem',
    'postgres://a@db.example/d?sslmode=require&sslrootcert=system',
    'postgres://a@/d?host=/run/pg&sslmode=require',
  ])('%s is refused', (text) => {
    expect(parse(text)).toBeUndefined();
  });
});

test.each([
  '',
  'mysql://a@h/d',
  'postgres://h/d',
  'postgres://a@h',
  'postgres://a@h/',
  'postgres://a@h/d/e',
  'postgres://a@h:0/d',
  'postgres://a@h:70000/d',
  'postgres://a@h/d#x',
  'postgres://a@h,i/d',
  'postgres://a@h/d?host=/run',
  'postgres://a@/d',
  'postgres://a:%zz@h/d',
  'postgres://a%00@h/d',
  'postgres://a@h/d?options=-c%20role=x',
  'postgres://a@h/d?sslmode=require&sslmode=disable',
  'postgres://a@h ost/d',
])('%j is no address of a database', (text) => {
  expect(parse(text)).toBeUndefined();
});
