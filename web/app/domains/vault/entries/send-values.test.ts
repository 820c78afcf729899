import { expect, test } from 'vitest';
import { codeOf, draft, lockAndOpen, must, openByMaster, openNewVault } from '../testing/vault-world.ts';
import type { VaultStore } from '../vault-store.ts';

const api = 'https://api.example.org';
const password = { part: 'password' } as const;

async function openWithEntry() {
  const tab = await openNewVault();
  const fields = [
    { name: 'pin', value: '4417', hidden: true },
    { name: 'twice', value: 'a', hidden: true },
    { name: 'twice', value: 'b', hidden: true },
  ];
  const { id } = must(await tab.actions.save(null, draft('Bank', { fields }), null));
  return { tab, id, sending: await tab.actions.sending() };
}

test('the vault’s Worker gives no value out for an origin that is not sealed with the entry, whatever the page asks', async () => {
  const { tab, id, sending } = await openWithEntry();
  const secrets = [password, { part: 'username' }, { part: 'field', name: 'pin' }] as const;
  for (const what of secrets) expect(codeOf(await sending.release(id, what, [api]))).toBe('origin_not_allowed');
  expect(codeOf(await sending.release(id, password, []))).toBe('origin_not_allowed');
  must(await sending.changeOrigins([{ id, allow: [api, 'http://api.example.org', 'https://b.example/path', '*'] }]));
  expect(must(await sending.allowedOrigins(id))).toEqual([api]);
  expect(must(await sending.release(id, password, [api]))).toBe('secret of Bank');
  expect(must(await sending.release(id, { part: 'username' }, [api]))).toBe('ada');
  expect(must(await sending.release(id, { part: 'field', name: 'pin' }, [api]))).toBe('4417');
  expect(codeOf(await sending.release(id, { part: 'field', name: 'twice' }, [api]))).toBe('field_missing');
  for (const origins of [['https://evil.example'], [api, 'https://evil.example'], [`${api}/`], ['HTTPS://API.EXAMPLE.ORG']])
    expect(codeOf(await sending.release(id, password, origins))).toBe('origin_not_allowed');
  // Each that was given out is recorded, and none that was not.
  expect(tab.acts.filter(([act]) => act === 'send')).toHaveLength(3);
});

test('what may be sent where lies sealed with the entry: it outlives a lock, and no row says it readably', async () => {
  const { tab, id, sending } = await openWithEntry();
  must(await sending.changeOrigins([{ id, allow: [api] }]));
  await lockAndOpen(tab);
  const again = await tab.actions.sending();
  expect(must(await again.release(id, password, [api]))).toBe('secret of Bank');
  expect(JSON.stringify([...tab.server.rows.values()])).not.toContain('example.org');
  tab.actions.lock('button');
  expect(codeOf(await again.release(id, password, [api]))).toBe('locked');
  expect(codeOf(await again.allowedOrigins(id))).toBe('locked');
  expect(codeOf(await again.changeOrigins([{ id, allow: [api] }]))).toBe('locked');
});

test('an origin that another device took away is given nothing, though this page still believes in it', async () => {
  const { tab, id, sending } = await openWithEntry();
  must(await sending.changeOrigins([{ id, allow: [api, 'https://b.example'] }]));
  const other = await openByMaster({ server: tab.server });
  must(await (await other.actions.sending()).changeOrigins([{ id, remove: [api] }]));
  // The next write finds the newer state, and the removal wins over what is allowed elsewhere.
  must(await sending.changeOrigins([{ id, allow: ['https://c.example'] }]));
  expect(must(await sending.allowedOrigins(id))).toEqual(['https://b.example', 'https://c.example']);
  expect(codeOf(await sending.release(id, password, [api]))).toBe('origin_not_allowed');
});

test('an edit of the entry keeps its origins, and a form or a draft brings none', async () => {
  const { tab, id, sending } = await openWithEntry();
  must(await sending.changeOrigins([{ id, allow: [api] }]));
  const planted = draft('Bank', { password: 'new' });
  const smuggled = { ...planted, secrets: { ...planted.secrets, origins: ['https://evil.example'] } };
  const { version } = must(await tab.actions.openForEdit(id));
  must(await tab.actions.save(id, smuggled, version));
  expect(must(await sending.allowedOrigins(id))).toEqual([api]);
  const { id: second } = must(await tab.actions.save(null, smuggled, null));
  expect(must(await sending.allowedOrigins(second))).toEqual([]);
  expect(must(await sending.release(id, password, [api]))).toBe('new');
});

test('the origins of several entries change together, or none does', async () => {
  const { tab, id, sending } = await openWithEntry();
  const { id: second } = must(await tab.actions.save(null, draft('Shop'), null));
  const missing = '00000000-0000-4000-8000-000000000000';
  expect(
    codeOf(
      await sending.changeOrigins([
        { id, allow: [api] },
        { id: missing, allow: [api] },
      ]),
    ),
  ).not.toBe('ok');
  expect(must(await sending.allowedOrigins(id))).toEqual([]);
  must(
    await sending.changeOrigins([
      { id, allow: [api] },
      { id: second, allow: [api] },
    ]),
  );
  expect(must(await sending.allowedOrigins(second))).toEqual([api]);
});

test('there is no way to read an entry for sending without naming where it goes', () => {
  type Purpose = Parameters<VaultStore['actions']['readSecrets']>[1];
  const purposes: Record<Purpose, true> = { view: true, copy: true };
  expect(Object.keys(purposes)).toEqual(['view', 'copy']);
});
