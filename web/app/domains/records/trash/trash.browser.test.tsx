import { succeed } from '@castellan/foundation/result';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import * as z from 'zod/mini';
import { accessibilityFaults } from '../../../testing/axe-findings.ts';
import { rightCode, signInAsOwner } from '../../../testing/fake-auth.ts';
import { startFakeBackend } from '../../../testing/fake-backend.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { chooseFromMenu, click, fill, focused, gone, press, seen } from '../../../testing/steps.ts';
import { PageMenu } from '../../owner-page/page-menu.tsx';
import type { Collection } from '../collection.ts';
import type { RawRecord } from '../record.ts';
import { Trash } from './trash.tsx';

const collection: Collection<RawRecord> = { name: 'notes', sealed: true, schema: z.custom<RawRecord>(), nameOf: ({ id }) => `Note ${id}` };
const note: RawRecord = { id: 'one', version: 2, updated_at: '2026-11-22T08:00:00Z', deleted_at: '2026-11-22T08:00:00Z' };

function TrashOfOne({ link = 'reachable' }: { readonly link?: 'reachable' | 'away' }) {
  const [removed, setRemoved] = useState<readonly RawRecord[]>([note]);
  const hand = { state: { removed, unsent: new Set<string>(), link }, restore: async () => succeed(undefined) };
  return (
    <main>
      <h1>Notes</h1>
      <PageMenu offers={{}} />
      <Trash
        collection={collection}
        hand={hand}
        noun="note"
        today="2026-11-23"
        tell={async () => true}
        onDeleted={({ id }) => setRemoved((present) => present.filter((record) => record.id !== id))}
      />
    </main>
  );
}

/** A server that wants a proof, for having deleted so much. */
async function openTrash() {
  const backend = startFakeBackend();
  const auth = signInAsOwner(backend);
  auth.isStale = true;
  const refusal = { code: 'PT403', details: 'verification_too_old', hint: null, message: 'Verify again' };
  backend.table('notes', [note]);
  backend.on('POST /rest/v1/rpc/let_go_of_records', () => (auth.isStale ? { status: 403, json: refusal } : { json: 0 }));
  await openPage('/notes', [{ path: '/notes', element: <TrashOfOne /> }]);
  await chooseFromMenu('Trash');
  await click('Delete permanently: “Note one”');
  await seen(page.getByText('The vault keeps it for 30 days more, under “Security”.'));
  await click('Delete permanently', page.getByRole('alertdialog'));
  const proof = page.getByRole('dialog', { name: 'Prove that it is you' });
  await seen(proof);
  return { backend, auth, proof };
}

test('where so much was deleted that a proof is wanted, it is asked for in place, and the record goes with it', async () => {
  const { backend, auth, proof } = await openTrash();
  expect(await accessibilityFaults('the proof')).toEqual([]);
  await fill('Authentication code', '000000', proof);
  await click('Continue', proof);
  await seen(proof.getByText('The code is incorrect. Please try again.'));
  await fill('Authentication code', rightCode, proof);
  await click('Continue', proof);
  await gone(proof);
  await seen(page.getByText('Nothing is in the trash.'));
  expect(auth.proven).toEqual([rightCode]);
  expect(backend.callsOf('POST /rest/v1/rpc/let_go_of_records')).toHaveLength(2);
});

test('without a proof nothing goes, and no second one is asked for by itself', async () => {
  const { backend, proof } = await openTrash();
  await click('Cancel', proof);
  await gone(proof);
  await seen(page.getByText('Note one'));
  await focused(page.getByRole('button', { name: 'Delete permanently: “Note one”' }));
  expect(backend.callsOf('POST /rest/v1/rpc/let_go_of_records')).toHaveLength(1);
});

test('a page has its trash behind its menu, with how much is in it, and one sheet at a time', async () => {
  await openTrash();
  // A proof is asked for: the trash is not below it.
  await gone(page.getByRole('dialog', { name: 'Trash' }));
  await click('Cancel', page.getByRole('dialog', { name: 'Prove that it is you' }));
  await seen(page.getByRole('dialog', { name: 'Trash' }));
  expect(await accessibilityFaults('the trash')).toEqual([]);
  await press('{Escape}');
  await gone(page.getByText('Note one'));
  await focused(page.getByRole('button', { name: 'Page menu' }));
  await click('Page menu');
  await seen(page.getByRole('menuitem', { name: 'Trash' }).getByText('1'));
});

test('while the server does not answer the trash says so before anything is pressed, and restores still', async () => {
  startFakeBackend();
  await openPage('/notes', [{ path: '/notes', element: <TrashOfOne link="away" /> }]);
  await chooseFromMenu('Trash');
  await seen(page.getByText('To delete one permanently now needs the server, which does not answer.'));
  await expect.element(page.getByRole('button', { name: 'Delete permanently: “Note one”' })).toBeDisabled();
  await expect.element(page.getByRole('button', { name: 'Restore “Note one”' })).toBeEnabled();
  expect(await accessibilityFaults('the trash without its server')).toEqual([]);
});
