import { expect, test } from 'vitest';
import { findLoginFaults, type LoginFacts, platformRoles } from './login-facts.ts';

const role = (name: string, changed: Partial<LoginFacts['roles'][number]> = {}) => ({
  name,
  isSuperuser: false,
  bypassesPolicies: false,
  isTaken: true,
  canBeTaken: false,
  ...changed,
});

const able: LoginFacts = {
  login: 'site',
  database: 'house',
  versionNumber: 150_010,
  version: '15.10',
  encoding: 'UTF8',
  isSuperuser: false,
  canMakeRoles: true,
  bypassesPolicies: false,
  ownsDatabase: true,
  isOurs: false,
  ownerRole: null,
  inTheWay: [],
  roles: [],
};

test('a login that owns an empty database and may make roles needs nothing else', () => {
  expect(findLoginFaults(able)).toEqual([]);
});

test('without the right to make roles it needs them made and granted, and then nothing else', () => {
  const [fault, ...others] = findLoginFaults({ ...able, canMakeRoles: false });
  expect(others).toEqual([]);
  expect(fault).toMatch(/alter role "site" createrole.*anon, authenticated, service_role.*castellan_owner/);
  const roles = [...platformRoles, 'castellan_owner'].map((name) => role(name));
  expect(findLoginFaults({ ...able, canMakeRoles: false, roles })).toEqual([]);
});

const faulty: readonly (readonly [string, Partial<LoginFacts>, string])[] = [
  ['PostgreSQL 14', { versionNumber: 140_011, version: '14.11' }, 'PostgreSQL 15 or newer is wanted, and this is 14.11'],
  ['another encoding', { encoding: 'LATIN1' }, 'the database must be encoded in UTF8, and is in LATIN1'],
  ['what is there already', { inTheWay: ['public.guestbook'] }, 'the database must be empty, and holds public.guestbook'],
  ['a database of somebody else', { ownsDatabase: false }, 'the login must own the database (alter database "house" owner to "site")'],
  ['an anon that is a superuser', { roles: [role('anon', { isSuperuser: true })] }, 'the role anon must not be a superuser'],
  [
    'an authenticated whom no policy stops',
    { roles: [role('authenticated', { bypassesPolicies: true })] },
    'the role authenticated must not bypass row-level security',
  ],
  ['a role it may not take', { roles: [role('anon', { isTaken: false })] }, 'the login must be a member of anon (grant "anon" to "site")'],
  [
    'a role it may not take, where becoming is a right of its own',
    { versionNumber: 170_000, roles: [role('anon', { isTaken: false })] },
    'the login must be a member of anon (grant "anon" to "site" with inherit true, set true)',
  ],
];

test.each(faulty)('%s is a fault', (_, changed, fault) => {
  expect(findLoginFaults({ ...able, ...changed })).toEqual([fault]);
});

test('a superuser needs nothing but an empty database', () => {
  expect(
    findLoginFaults({ ...able, isSuperuser: true, ownsDatabase: false, canMakeRoles: false, roles: [role('anon', { isTaken: false })] }),
  ).toEqual([]);
});
