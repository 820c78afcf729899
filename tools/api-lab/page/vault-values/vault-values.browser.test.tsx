import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { lockSignal } from '../../../../web/app/domains/vault/lock-signal.ts';
import { SecretRoot } from '../../../../web/app/domains/vault/secret-root.tsx';
import { draft, must, openNewVault } from '../../../../web/app/domains/vault/testing/vault-world.ts';
import { accessibilityFaults } from '../../../../web/app/testing/axe-findings.ts';
import { signInAsOwner } from '../../../../web/app/testing/fake-auth.ts';
import { startFakeBackend } from '../../../../web/app/testing/fake-backend.ts';
import { openPage } from '../../../../web/app/testing/open-page.tsx';
import { reachableText } from '../../../../web/app/testing/reachable-text.ts';
import { catchFiles, click, eventually, fill, gone, says, seen } from '../../../../web/app/testing/steps.ts';
import { firstWorkspace } from '../kept-workspace.ts';
import type { Workspace } from '../model.ts';
import { createRelaySender } from '../sending/relay-sender.ts';
import type { Sender } from '../sending/sender.ts';
import { Workbench } from '../workbench.tsx';
import { vaultSourceOf } from './browser-vault-source.ts';

const secret = 'CANARY-pass/4417 ü';
const pin = 'CANARY-pin-9920';
const relayPath = 'POST /functions/v1/api-lab-relay';

/** The lab over an open vault with one entry, and a relay that sends back what it was sent. */
async function openLab() {
  const backend = startFakeBackend();
  signInAsOwner(backend);
  backend.on(relayPath, ({ body }) => {
    const echo = JSON.stringify(body);
    const bytes = String.fromCharCode(...new TextEncoder().encode(echo));
    const hop = { url: 'https://api.example.org/items', status: 200, headers: [['x-echo', pin]], timeMs: 3 };
    return { json: { outcome: 'answered', hops: [hop], body: btoa(bytes) } };
  });
  const tab = await openNewVault();
  const entry = draft('Example bank', { password: secret, fields: [{ name: 'pin', value: pin, hidden: true }] });
  must(await tab.actions.save(null, entry, null));
  const stop = tab.store.onEmptying(lockSignal.tell);
  const sent: unknown[] = [];
  const direct: Sender = {
    via: 'browser',
    send: async (request) => {
      sent.push(request);
      return { kind: 'failed', reason: 'blocked', totalMs: 1 };
    },
  };
  const source = vaultSourceOf(tab.store);
  const kept: { workspace: Workspace } = { workspace: firstWorkspace() };
  const Lab = () => {
    const [workspace, setWorkspace] = useState(kept.workspace);
    kept.workspace = workspace;
    return (
      <Workbench
        hand={{ workspace, change: setWorkspace, isSealed: true }}
        sender={direct}
        relay={createRelaySender(true)}
        vault={source}
      />
    );
  };
  const element = (
    <main className="p-4">
      <h1>API Lab</h1>
      <SecretRoot draw={() => <Lab />} />
    </main>
  );
  await openPage('/api-lab', [{ path: '/api-lab', element }]);
  return { backend, tab, kept, sent, stop };
}

const answer = () => page.getByRole('region', { name: 'Answer', exact: true });
const dialog = () => page.getByRole('dialog', { name: 'Value from the vault' });
const openRequest = () => page.getByRole('button', { name: /First request/ }).click();

async function useVariable() {
  await page.getByRole('link', { name: 'Environments' }).click();
  await click('New environment');
  await click('Add to variables');
  await fill('Variables: name 1', 'token');
  await click('From the vault, Variables: token');
  await dialog()
    .getByRole('radio', { name: /Example bank/ })
    .click();
  await click('Use this value', dialog());
  await gone(dialog());
  await seen(page.getByRole('button', { name: 'Variables: token, from the vault: Example bank · password' }));
  await page.getByRole('link', { name: 'Requests', exact: true }).click();
  await page.getByLabelText('Environment').selectOptions('New environment');
  await openRequest();
  await fill('Address', 'https://api.example.org/items?key={{token}}');
  await page.getByRole('button', { name: /^Headers/ }).click();
}

test('a variable of the vault goes by the relay alone, comes back masked, is recorded, and after a lock nothing of it is left', async () => {
  const { backend, tab, kept, sent } = await openLab();
  await useVariable();
  await seen(page.getByText('Uses Example bank · password from your vault.'));
  await click('Send');
  await says(answer(), 'token comes from your vault, and such values go only through the server');
  expect([sent, backend.callsOf(relayPath).length, tab.acts.filter(([act]) => act === 'send')]).toEqual([[], 0, []]);
  await page.getByLabelText('Send from').selectOptions('The server (it sees everything)');
  await says(page.getByRole('main'), 'The server sees the value in passing');
  await click('Send');
  await says(answer(), '[from the vault]');
  const [call] = backend.callsOf(relayPath);
  expect(call?.body).toMatchObject({ url: 'https://api.example.org/items?key=CANARY-pass/4417%20%C3%BC' });
  expect(tab.acts.filter(([act]) => act === 'send')).toHaveLength(1);
  expect(answer().element().textContent).not.toContain('CANARY-pass');
  // Its other field was not sent, and so is not masked: the search works at all.
  expect(answer().element().textContent).toContain(pin);
  expect(JSON.stringify(kept.workspace)).not.toContain('CANARY');
  expect(await accessibilityFaults('api-lab-vault')).toEqual([]);
  await tab.store.lockFor('button');
  await gone(answer().getByText(pin));
  expect(reachableText('CANARY-pass')).toEqual([]);
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('CANARY');
});

test('a field of the entry’s own is a token’s value; who reads its names is recorded, and it can be taken back', async () => {
  const { backend, tab, kept } = await openLab();
  await openRequest();
  await fill('Address', 'https://api.example.org/items');
  await page.getByRole('button', { name: 'Authentication', exact: true }).click();
  await page.getByRole('combobox', { name: 'Authentication' }).selectOptions('Bearer token');
  await click('From the vault, Token');
  await fill('Search the entries', 'bank', dialog());
  await dialog()
    .getByRole('radio', { name: /Example bank/ })
    .click();
  await click('Show its own fields too', dialog());
  await says(dialog(), 'Its own fields are among the parts.');
  await dialog().getByLabelText('Part').selectOptions('pin');
  await click('Use this value', dialog());
  await seen(page.getByRole('button', { name: 'Token, from the vault: Example bank · pin' }));
  expect(tab.acts.filter(([act]) => act === 'view')).toHaveLength(1);
  await page.getByLabelText('Send from').selectOptions('The server (it sees everything)');
  await click('Send');
  await says(answer(), 'Bearer [from the vault]');
  expect(backend.callsOf(relayPath)[0]?.body).toMatchObject({ headers: [['Authorization', `Bearer ${pin}`]] });
  expect(JSON.stringify(kept.workspace)).not.toContain('CANARY');
  await click('Token: take no value from the vault');
  await gone(page.getByRole('button', { name: 'Token, from the vault: Example bank · pin' }));
  await eventually(() => expect(JSON.stringify(kept.workspace)).not.toContain('"vault"'));
});

test('a sealed collection leaves as a readable file only by the dialog that wants the master or a passkey', async () => {
  const { stop } = await openLab();
  const files = catchFiles();
  await click('Settings of My requests');
  await click('Export for Postman');
  const leaving = page.getByRole('dialog', { name: 'Export for Postman' });
  await seen(leaving.getByLabelText('Present master password', { exact: true }));
  await click('Save the file', leaving);
  await seen(leaving.getByText('Type the master password.'));
  expect(files).toEqual([]);
  stop();
});
