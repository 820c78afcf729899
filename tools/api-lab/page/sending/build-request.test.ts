import { expect, test } from 'vitest';
import { cpuNowMs } from '../../../../tests/support/cpu-time.ts';
import { type Auth, authFor, makeCollection, makeRequest, type Pair } from '../model.ts';
import { buildRequest, splitQuery } from './build-request.ts';
import { fillIn, openNames, variablesOf } from './variables.ts';

const made = { nowMs: () => 1_700_000_000_123, uuid: () => 'u-u-i-d', random: () => 0.5 };
const on = (name: string, value: string): Pair => ({ name, value, enabled: true });
const build = (request: Parameters<typeof makeRequest>[0], auth: Auth = { kind: 'none' }, variables = variablesOf([])) =>
  buildRequest(makeRequest({ url: 'https://a.example/', ...request }), auth, variables, made, { token: 'the-token' });

test('variables are filled in, within each other too; a circle ends, and what nobody gave stays', () => {
  const variables = variablesOf([on('a', '1'), on('b', 'x{{a}}')], [on('a', '2'), { ...on('a', '3'), enabled: false }]);
  expect(fillIn('{{b}} {{c}} {{$guid}} {{$timestamp}} {{$randomInt}}', variables, made)).toBe('x2 {{c}} u-u-i-d 1700000000 500');
  expect(fillIn('{{a}}', variablesOf([on('a', '{{a}}')]), made)).toBe('{{a}}');
  expect(openNames('{{x}}/{{y}}')).toEqual(['x', 'y']);
});

test('variables that name each other ten times over come to a bounded text, at once', () => {
  const variables = variablesOf(Array.from({ length: 12 }, (_, at) => on(`v${at}`, `{{v${at + 1}}}`.repeat(10))));
  const startedAtMs = cpuNowMs();
  expect(fillIn('{{v0}}', variables, made).length).toBeLessThan(2_000_000);
  expect(fillIn('{{long}}'.repeat(10_000), variablesOf([on('long', 'x'.repeat(100_000))]), made).length).toBeLessThan(2_000_000);
  expect(cpuNowMs() - startedAtMs).toBeLessThan(5_000);
});

test('a query is sent as it was typed, but for what no address may hold', () => {
  expect(build({ query: [on('a', '1 2'), on('b', 'ü&c=3'), { ...on('d', '4'), enabled: false }] }).url).toBe(
    'https://a.example/?a=1%202&b=%C3%BC&c=3',
  );
  expect(build({ url: 'https://a.example/?x=1#part', query: [on('y', '')] }).url).toBe('https://a.example/?x=1&y=#part');
  expect(splitQuery('https://a.example/?a=1&b#c')).toEqual({ url: 'https://a.example/#c', query: [on('a', '1'), on('b', '')] });
});

test('each kind of body has its type, unless the request has one of its own', () => {
  expect(build({ method: 'POST', body: { kind: 'json', text: '{}' } }).headers).toEqual([['Content-Type', 'application/json']]);
  expect(build({ headers: [on('content-type', 'x/y')], body: { kind: 'json', text: '{}' } }).headers).toEqual([['content-type', 'x/y']]);
  expect(build({ body: { kind: 'form', fields: [on('a b', "c&d'")] } }).body).toBe('a%20b=c%26d%27');
  const multipart = build({ body: { kind: 'multipart', fields: [on('a"', '----boundary')] } });
  expect(multipart.headers).toEqual([['Content-Type', 'multipart/form-data; boundary=----boundary0']]);
  expect(multipart.body).toBe(
    '------boundary0\r\nContent-Disposition: form-data; name="a%22"\r\n\r\n----boundary\r\n------boundary0--\r\n',
  );
  expect(build({ body: { kind: 'graphql', query: '{ a }', variables: '{"b":1}' } }).body).toBe('{"query":"{ a }","variables":{"b":1}}');
});

test('authentication is the request’s own, or that of the nearest folder, or the collection’s', () => {
  const bearer = (token: string): Auth => ({ kind: 'bearer', token });
  const folder = (auth: Auth) => ({ kind: 'folder' as const, id: '', name: '', auth, items: [] });
  const collection = makeCollection({ auth: bearer('c') });
  const inherit: Auth = { kind: 'inherit' };
  expect(authFor(makeRequest(), [folder(bearer('outer')), folder(inherit)], collection)).toEqual(bearer('outer'));
  expect(authFor(makeRequest(), [folder(inherit)], collection)).toEqual(bearer('c'));
  expect(authFor(makeRequest({ auth: { kind: 'none' } }), [folder(bearer('f'))], collection)).toEqual({ kind: 'none' });
});

test('credentials go where they belong', () => {
  expect(build({}, { kind: 'basic', username: 'ü', password: '{{p}}' }, variablesOf([on('p', 'q')])).headers).toEqual([
    ['Authorization', 'Basic w7w6cQ=='],
  ]);
  expect(build({}, { kind: 'apikey', name: 'key', value: 'k', in: 'query' }).url).toBe('https://a.example/?key=k');
  expect(build({}, { kind: 'apikey', name: 'X-Key', value: 'k', in: 'header' }).headers).toEqual([['X-Key', 'k']]);
  const oauth2 = { kind: 'oauth2', tokenUrl: '', clientId: '', clientSecret: '', scope: '', in: 'header' } as const;
  expect(build({}, oauth2).headers).toEqual([['Authorization', 'Bearer the-token']]);
  expect(build({ headers: [on('authorization', 'mine')] }, { kind: 'bearer', token: 't' }).headers).toEqual([['authorization', 'mine']]);
});
