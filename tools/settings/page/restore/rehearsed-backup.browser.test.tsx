import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { CompleteRehearsal } from '../../../../web/app/domains/passport/complete-restore.ts';
import type { ListReport } from '../../../../web/app/domains/passport/rehearse-restore.ts';
import { accessibilityFaults } from '../../../../web/app/testing/axe-findings.ts';
import { rightCode } from '../../../../web/app/testing/fake-auth.ts';
import { startOwnerWorld } from '../../../../web/app/testing/open-owner-page.tsx';
import { openPage } from '../../../../web/app/testing/open-page.tsx';
import { click, fill, says, seen } from '../../../../web/app/testing/steps.ts';
import '../settings.css';
import { backupFailureText } from './backup-failure-text.ts';
import { RehearsedBackup } from './rehearsed-backup.tsx';
import type { Rehearsed, Wanted } from './use-backup-restore.ts';

function list(name: string, title: string, counts: Partial<ListReport>): ListReport {
  return {
    ...{ name, title, rows: 0, checksum: 'matches', faulty: 0, firstFault: undefined, equal: 0, different: 0, missing: 0, extra: 0 },
    ...{ unopened: new Map(), absent: 0, differing: [], ...counts },
  };
}

const rehearsal: CompleteRehearsal = {
  whenMade: [],
  ...{ exportDate: '2026-11-24T09:00:00.000Z', sha256: 'ab', bytes: 1000, strange: [], lacking: [] },
  lists: [
    list('vault_entries', 'Vault entries', { rows: 3, missing: 1, equal: 1, different: 1, differing: ['The bank'] }),
    list('vault_slots', 'Ways into the vault', { rows: 2 }),
    list('logs', 'Log', { rows: 50, missing: 50 }),
    list('tasks', 'Tasks', { rows: 3, missing: 2, different: 1, differing: ['Oil the lock'] }),
    list('notes', 'Notes', { rows: 1, unopened: new Map([['unknown_key', 1]]) }),
  ],
};

async function openRehearsed(part: Partial<Rehearsed> = {}, isEmpty = false, verdict = /^The backup is whole\./) {
  await startOwnerWorld();
  const wanted: Wanted[] = [];
  const of = { backup: {}, rehearsal, master: 'seven grey herons keep the weir', ...part } as Rehearsed;
  const work = { restore: async (_: Rehearsed, given: Wanted) => void wanted.push(given) };
  const element = (
    <main className="p-4">
      <h1>Settings</h1>
      <h2>Backup</h2>
      <h3>Restore a complete backup</h3>
      <RehearsedBackup of={of} error={undefined} isEmpty={isEmpty} work={work} />
    </main>
  );
  await openPage('/settings', [{ path: '/settings', element }]);
  await seen(page.getByText(verdict));
  return wanted;
}

test('what would come back, what differs and what cannot be opened is said before the restore, and nothing is replaced unasked', async () => {
  const wanted = await openRehearsed();
  const main = page.getByRole('main');
  await expect.element(page.getByRole('row', { name: 'Vault entries 3 1 1 1 0' })).toBeVisible();
  await expect.element(page.getByRole('row', { name: /^Log / })).not.toBeInTheDocument();
  await says(main, 'Notes: 1 row cannot be opened here. It was sealed under a key that the backup’s vault does not have.');
  await says(main, 'The bank');
  await click('Restore 3 rows');
  await expect.poll(() => wanted.map(({ choices }) => [...choices])).toEqual([[]]);
  expect(await accessibilityFaults('rehearsed backup')).toEqual([]);
});

test('a backup that lacks what its vault lists, or holds what is no use, is not called whole', async () => {
  const lists = rehearsal.lists.map((one) => (one.name === 'tasks' ? one : { ...one, absent: one.name === 'notes' ? 2 : 0 }));
  const whenMade = [{ list: 'vault_entries', missing: 0, unusable: 1 }];
  await openRehearsed({ rehearsal: { ...rehearsal, lists, whenMade } }, false, /^The backup is unchanged but not complete\./);
  const main = page.getByRole('main');
  await says(main, 'Notes: 2 rows missing. The vault lists them.');
  await says(main, 'Vault entries: 1 row is not as the vault lists it, or does not open.');
  expect(main.element().textContent).not.toContain('The backup is whole');
});

test('taking the backup’s rows is chosen list by list or for all, and wants a code of now', async () => {
  const wanted = await openRehearsed();
  await page.getByLabelText('Vault entries: 1 differs').selectOptions('Keep both');
  await seen(page.getByRole('button', { name: 'Restore 4 rows' }));
  await page.getByLabelText('For all lists').selectOptions('Take the backup’s');
  await click('Restore 5 rows');
  await seen(page.getByText('Please enter a 6-digit code'));
  expect(wanted).toEqual([]);
  await fill('Authenticator code', rightCode);
  await click('Restore 5 rows');
  await expect
    .poll(() => wanted.map(({ choices }) => [...choices]))
    .toEqual([
      [
        ['vault_entries', 'theirs'],
        ['tasks', 'theirs'],
      ],
    ]);
});

test('where there is no vault and the file was not opened by a master, a new one is asked for, and typed twice', async () => {
  const wanted = await openRehearsed({ master: undefined }, true);
  await fill('New master password', 'short');
  await click('Restore 3 rows');
  await seen(page.getByText('Use at least 8 characters.'));
  await fill('New master password', 'harrier under the south bridge');
  await fill('Confirm master password', 'harrier');
  await click('Restore 3 rows');
  await seen(page.getByText('Passwords do not match.'));
  expect(wanted).toEqual([]);
  expect(await accessibilityFaults('new vault of a backup')).toEqual([]);
});

test('a wrong secret, damage, another program’s version and a lock are said each in its own words', () => {
  expect(backupFailureText({ code: 'wrong_key' }, 'master')).toMatch(/^Incorrect master password\./);
  expect(backupFailureText({ code: 'wrong_passphrase' })).toBe('Incorrect passphrase.');
  const texts = (
    ['backup_damaged', 'not_a_backup', 'wants_passphrase', 'wants_key', 'vault_unreadable', 'vault_locked', 'absurd'] as const
  ).map((code) => backupFailureText({ code }));
  expect(new Set(texts).size).toBe(texts.length);
  expect(texts.filter((text) => text.includes('('))).toEqual([]);
});
