import { afterAll, describe, expect, test } from 'vitest';
import { startTestRest } from './start-test-rest.ts';
import { testSchema } from './test-schema.ts';

const rest = await startTestRest(testSchema);
afterAll(rest.stop);
const user = await rest.makeUser();

const payloads = [
  "'; drop table public.settings; --",
  '"; drop table public.settings; --',
  "') or 1=1 --",
  '") or 1=1 --',
  "a' union select secret from public.hidden --",
  '1); delete from public.numbers; --',
  '$1',
  '\\"; drop table settings; --',
  "\\'; drop table settings; --",
  '/* */ or true',
  '"public"."hidden"',
  'value::text; select 1',
  'x"."y',
];

/** Every place of a request in which a client's text can stand. */
const places: readonly ((payload: string) => readonly [string, RequestInit])[] = [
  (payload) => [`/${encodeURIComponent(payload)}`, {}],
  (payload) => [`/rpc/${encodeURIComponent(payload)}`, {}],
  (payload) => [`/numbers?select=${encodeURIComponent(payload)}`, {}],
  (payload) => [`/numbers?limit=1&select=${encodeURIComponent(`"${payload.replaceAll(/["\\]/g, '\\$&')}":value`)}`, {}],
  (payload) => [`/numbers?limit=1&select=${encodeURIComponent(`value::${payload}`)}`, {}],
  (payload) => [`/numbers?limit=1&select=${encodeURIComponent(`value->"${payload.replaceAll(/["\\]/g, '\\$&')}"`)}`, {}],
  (payload) => [`/numbers?${encodeURIComponent(payload)}=eq.1`, {}],
  (payload) => [`/numbers?${encodeURIComponent(`"${payload.replaceAll(/["\\]/g, '\\$&')}"`)}=eq.1`, {}],
  (payload) => [`/numbers?value=eq.${encodeURIComponent(payload)}`, {}],
  (payload) => [`/numbers?label=eq.${encodeURIComponent(payload)}`, {}],
  (payload) => [`/numbers?label=in.(${encodeURIComponent(payload)})`, {}],
  (payload) => [`/numbers?label=like(any).{${encodeURIComponent(payload)}}`, {}],
  (payload) => [`/numbers?label=fts(${encodeURIComponent(payload)}).x`, {}],
  (payload) => [`/numbers?label=is.${encodeURIComponent(payload)}`, {}],
  (payload) => [`/numbers?or=(label.eq.${encodeURIComponent(payload)})`, {}],
  (payload) => [`/numbers?order=${encodeURIComponent(payload)}`, {}],
  (payload) => [`/numbers?order=value.${encodeURIComponent(payload)}`, {}],
  (payload) => [`/numbers?limit=${encodeURIComponent(payload)}`, {}],
  (payload) => [`/numbers?offset=${encodeURIComponent(payload)}`, {}],
  (payload) => [`/rpc/add?${encodeURIComponent(payload)}=1`, {}],
  (payload) => [`/rpc/add?a=${encodeURIComponent(payload)}`, {}],
  (payload) => ['/numbers', { headers: { range: payload } }],
  (payload) => ['/numbers?limit=1', { headers: { prefer: payload } }],
  (payload) => ['/numbers', { headers: { accept: payload } }],
  (payload) => ['/numbers', { headers: { 'accept-profile': payload } }],
  (payload) => ['/numbers?limit=1', { headers: { 'user-agent': payload } }],
  (payload) => [`/settings?on_conflict=${encodeURIComponent(payload)}`, insertion({ name: 'x' })],
  (payload) => [`/settings?columns=${encodeURIComponent(payload)}`, insertion({ name: 'x' })],
  (payload) => ['/settings', insertion({ [payload]: 'x' })],
  (payload) => ['/settings', insertion({ name: 'x', changed_count: payload })],
  (payload) => ['/rpc/add', insertion({ [payload]: 1 })],
  (payload) => ['/rpc/add', insertion({ a: payload })],
];

function insertion(body: unknown): RequestInit {
  const headers = { 'content-type': 'application/json', prefer: 'resolution=merge-duplicates,return=representation,missing=default' };
  return { method: 'POST', headers, body: JSON.stringify(body) };
}

const secrets = async () => {
  const { rows } = await rest.owner.query(
    "select (select count(*)::int from numbers) as numbers, (select secret from hidden) as secret, to_regclass('public.settings') is not null as kept",
  );
  return rows;
};

describe('SQL in a client’s text', () => {
  test.each(payloads)('%s does nothing anywhere', async (payload) => {
    for (const place of places) {
      const [path, init] = place(payload);
      for (const as of [undefined, user] as const) {
        const response = await rest.send(path, init, as);
        expect(response.status, path).toBeLessThan(500);
        expect(await response.text()).not.toContain('the secret');
      }
    }
    expect(await secrets()).toEqual([{ numbers: 1200, secret: 'the secret', kept: true }]);
  });

  test('becomes the name of a column where it is an alias, and nothing else', async () => {
    const alias = 'x" from public.hidden; --';
    const response = await rest.send(
      `/numbers?limit=1&order=value&select=${encodeURIComponent(`"${alias.replaceAll('"', '\\"')}":value`)}`,
    );
    expect(await response.json()).toEqual([{ [alias]: 1 }]);
  });

  test('becomes a value where it is a value', async () => {
    for (const payload of payloads) {
      const written = await rest.send('/settings', insertion({ name: payload, value: payload }), 'service');
      expect(written.status).toBe(201);
      const found = await rest.send(`/settings?name=eq.${encodeURIComponent(payload)}&select=value`, {}, 'service');
      expect(await found.json()).toEqual([{ value: payload }]);
    }
  });
});
