import type { LoadUpgrade } from '@castellan/vault-core/records/schema-version';
import { expect, test } from 'vitest';
import { upgradeChange } from './upgrade-change.ts';

/** `remark` was `note`, and `first` and `last` were one `name`. */
const upgrades: readonly LoadUpgrade[] = [
  async () => (fields) => {
    const { note, ...rest } = fields;
    return 'note' in fields ? { ...rest, remark: note } : rest;
  },
  async () => (fields) => {
    const { name, ...rest } = fields;
    const [first = '', last = ''] = String(name ?? '').split(' ');
    return 'name' in fields ? { ...rest, first, last } : rest;
  },
];
const moment = '2026-11-21T12:00:00.000Z';
const upgraded = async (held: Record<string, unknown>) => {
  const answer = await upgradeChange(held, upgrades);
  return answer.ok ? answer.value : answer.failure.code;
};

test('both sides of a change are upgraded, and a field that is alike on both is no longer of it', async () => {
  const held = { values: { name: 'Ada Byron', note: 'b' }, base: { name: 'Ada King', note: 'a', deleted_at: null } };
  expect(await upgraded(held)).toEqual({
    values: { last: 'Byron', remark: 'b' },
    base: { last: 'King', remark: 'a', deleted_at: null },
  });
});

test('only the upgrades that the change has not seen are applied', async () => {
  const held = { values: { note: 'of version 2', name: 'Ada Byron' }, base: { note: '', name: 'Ada King' }, schema_version: 2 };
  expect(await upgraded(held)).toEqual({ values: { note: 'of version 2', last: 'Byron' }, base: { note: '', last: 'King' } });
  const present = { values: { first: 'Ada' }, base: { first: 'Ada' } };
  expect(await upgraded({ ...present, schema_version: 3 })).toEqual(present);
});

test('of a new record everything is new, also what an upgrade adds by itself', async () => {
  const adding: readonly LoadUpgrade[] = [async () => (fields) => ({ pinned: false, ...fields })];
  const held = { values: { title: 'a', created_at: moment }, base: {} };
  expect(await upgradeChange(held, adding)).toEqual({
    ok: true,
    value: { values: { title: 'a', pinned: false, created_at: moment }, base: {} },
  });
  const changed = { values: { title: 'b' }, base: { title: 'a', deleted_at: null } };
  expect(await upgradeChange(changed, adding)).toEqual({ ok: true, value: changed });
});

test('readable columns are no upgrade’s affair, and a field that was not there is handed to none', async () => {
  const held = { values: { deleted_at: moment, name: 'Ada Byron' }, base: { deleted_at: null, name: null } };
  expect(await upgraded(held)).toEqual({
    values: { deleted_at: moment, first: 'Ada', last: 'Byron' },
    base: { deleted_at: null, first: null, last: null },
  });
});

test('what somebody else wrote is upgraded too, in the fields of the change', async () => {
  const held = {
    values: { name: 'Ada Byron' },
    base: { name: 'Ada King', deleted_at: null },
    theirs: { name: 'Ida King', deleted_at: moment },
  };
  expect(await upgraded(held)).toEqual({
    values: { last: 'Byron' },
    base: { last: 'King', deleted_at: null },
    theirs: { last: 'King', deleted_at: moment },
  });
});

test('a change of a newer version, and one whose upgrade fails, are refused by name; what is no change is left to its reader', async () => {
  expect(await upgraded({ values: {}, base: {}, schema_version: 4 })).toBe('newer_version');
  const failing: readonly LoadUpgrade[] = [
    async () => (fields) => {
      if ('bad' in fields) throw new Error('unforeseen');
      return fields;
    },
  ];
  for (const side of ['values', 'base', 'theirs']) {
    const held = { values: { a: 1 }, base: { a: 2 }, theirs: { a: 3 }, [side]: { bad: true } };
    expect(await upgradeChange(held, failing)).toEqual({ ok: false, failure: { code: 'upgrade_failed' } });
  }
  expect(await upgraded({ values: 'none' })).toEqual({ values: 'none' });
});
