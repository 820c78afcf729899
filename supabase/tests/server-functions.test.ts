import { anonymousCaller } from '@castellan/platform/core/caller';
import { afterAll, expect, test } from 'vitest';
import { attempt, insufficientPrivilege, openLawDatabase } from './law-database.ts';
import { addOwner, addSession } from './people.ts';

const { superuser, auth, requests, drop } = await openLawDatabase();
afterAll(drop);

type Made = { readonly name: string; readonly arguments: readonly string[]; readonly types: readonly string[] };

const { rows: made } = await superuser.query<Made>(`
  select p.proname as name, coalesce(p.proargnames, '{}') as arguments,
    array(select format_type(one, null) from unnest(p.proargtypes) as one) as types
  from pg_proc p where p.pronamespace = 'public'::regnamespace and p.proname like 'server\\_%' order by 1`);

test('the server’s own functions answer one JSON value with their owner’s rights, and the service key alone may call them', async () => {
  expect(made.length).toBeGreaterThan(3);
  const { rows } = await superuser.query(`
    select p.proname as name, p.prorettype::regtype::text as answer, p.proretset as "isSet", p.prosecdef as "isDefiner",
      p.proconfig @> array['search_path=""'] as "hasNoPath",
      (select array_agg(case grantee when 0 then 'everybody' else grantee::regrole::text end order by 1)
        from aclexplode(p.proacl) where grantee <> p.proowner) as granted
    from pg_proc p where p.pronamespace = 'public'::regnamespace and p.proname like 'server\\_%'`);
  const law = { answer: 'jsonb', isSet: false, isDefiner: true, hasNoPath: true, granted: ['service_role'] };
  for (const { name, ...found } of rows) expect(found, name).toEqual(law);
});

test('each has one form, whose arguments are named and no arrays, since JSON has none of PostgreSQL’s', () => {
  expect(new Set(made.map(({ name }) => name)).size).toBe(made.length);
  for (const { name, arguments: named, types } of made) {
    expect(named.length, name).toBe(types.length);
    for (const type of types) expect(type, name).not.toContain('[]');
  }
});

test('none builds a statement from what it is given', async () => {
  const { rows } = await superuser.query(`
    select p.proname as name from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.proname like 'server\\_%' and p.prosrc ~* '\\mexecute\\M|regclass|quote_ident|format\\('`);
  expect(rows).toEqual([]);
});

test('nobody with a session calls one, not the owner in a full session, and nobody without', async () => {
  const owner = await addSession(superuser, await addOwner(superuser, auth), 'aal2');
  for (const caller of [anonymousCaller, owner.caller]) {
    for (const { name, arguments: named, types } of made) {
      const text = `select public.${name}(${named.map((argument, index) => `${argument} => null::${types[index]}`).join(', ')})`;
      expect(await attempt(requests, caller, { text }), name).toMatchObject({ sqlState: insufficientPrivilege });
    }
  }
});
