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
import { catchFiles, click, eventually, fill, focused, gone, says, seen } from '../../../../web/app/testing/steps.ts';
import { firstWorkspace } from '../kept-workspace.ts';
import type { Workspace } from '../model.ts';
import { createRelaySender } from '../sending/relay-sender.ts';
import type { Sender } from '../sending/sender.ts';
import { Workbench } from '../workbench.tsx';
import { vaultSourceOf } from './browser-vault-source.ts';
import { useOriginQuestion } from './use-origin-question.tsx';

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
    const { vault, question } = useOriginQuestion(source);
    kept.workspace = workspace;
    return (
      <>
        <Workbench
          hand={{ workspace, change: setWorkspace, recordOf: () => undefined }}
          sender={direct}
          relay={createRelaySender(true)}
          vault={vault}
        />
        {question}
      </>
    );
  };
  const element = (
    <main className="p-4">
      <h1>API Lab</h1>
      <SecretRoot draw={() => <Lab />} />
    </main>
  );
  await openPage('/api-lab', [{ path: '/api-lab', element }]);
  return { backend, tab, kept, sent, stop, source };
}

const answer = () => page.getByRole('region', { name: 'Answer', exact: true });
const dialog = () => page.getByRole('dialog', { name: 'Value from the vault' });
const question = () => page.getByRole('alertdialog', { name: 'Send a value from your vault?' });
/** Answers the question for one origin. */
async function answerQuestion(label: 'Allow and send' | 'Do not send', origin = 'https://api.example.org') {
  await says(question(), origin);
  await click(label, question());
  await gone(question());
}
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
  await says(answer(), 'token comes from your vault, and such values are sent through the server only');
  expect([sent, backend.callsOf(relayPath).length, tab.acts.filter(([act]) => act === 'send')]).toEqual([[], 0, []]);
  await page.getByLabelText('Send from').selectOptions('The server (it sees everything)');
  await says(page.getByRole('main'), 'The server handles the value in transit');
  await click('Send');
  await says(question(), 'Example bank · password');
  await says(question(), 'GET First request');
  // A second press of the key that sent it allows nothing.
  await focused(page.getByRole('button', { name: 'Do not send' }));
  expect(await accessibilityFaults('api-lab-origin-question')).toEqual([]);
  await answerQuestion('Do not send');
  await says(answer(), 'Nothing was sent. You did not allow it for https://api.example.org.');
  expect([backend.callsOf(relayPath).length, tab.acts.filter(([act]) => act === 'send')]).toEqual([0, []]);
  await click('Send');
  await answerQuestion('Allow and send');
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
  await answerQuestion('Allow and send');
  await says(answer(), 'Bearer [from the vault]');
  expect(backend.callsOf(relayPath)[0]?.body).toMatchObject({ headers: [['Authorization', `Bearer ${pin}`]] });
  expect(JSON.stringify(kept.workspace)).not.toContain('CANARY');
  await click('Token: take no value from the vault');
  await gone(page.getByRole('button', { name: 'Token, from the vault: Example bank · pin' }));
  await eventually(() => expect(JSON.stringify(kept.workspace)).not.toContain('"vault"'));
});

test('where a value may be sent is shown where it is chosen; taken back there, it is asked about again', async () => {
  const { backend, tab, source } = await openLab();
  await useVariable();
  await page.getByLabelText('Send from').selectOptions('The server (it sees everything)');
  await click('Send');
  await answerQuestion('Allow and send');
  await says(answer(), '[from the vault]');
  await page.getByRole('link', { name: 'Environments' }).click();
  await click('Where it may be sent, Variables: token');
  expect(await accessibilityFaults('api-lab-allowed-origins')).toEqual([]);
  await click('Remove https://api.example.org');
  await seen(page.getByText('https://api.example.org is no longer allowed. The next use asks.'));
  const [{ id = '' } = {}] = source.entries();
  expect(must(await source.allowedOrigins(id))).toEqual([]);
  await page.getByRole('link', { name: 'Requests', exact: true }).click();
  await click('Send');
  await says(question(), 'https://api.example.org');
  // A lock while the question stands answers it: nothing waits, and nothing was sent.
  await tab.store.lockFor('button');
  await gone(question());
  expect(backend.callsOf(relayPath)).toHaveLength(1);
  expect(reachableText('Example bank')).toEqual([]);
});

test('the Runner asks for every new place before it starts, and does not start where a value would leave over plain http', async () => {
  const { backend, kept } = await openLab();
  await useVariable();
  await page.getByRole('link', { name: 'Runner' }).click();
  await page.getByLabelText('Send from').selectOptions('The server (it sees everything)');
  await click('Run');
  await says(question(), 'GET First request');
  expect(backend.callsOf(relayPath)).toEqual([]);
  await answerQuestion('Do not send');
  await says(page.getByRole('region', { name: 'Verdict' }), 'The run did not start.');
  await says(page.getByRole('region', { name: 'Held back' }), 'You did not allow it for https://api.example.org.');
  expect(await accessibilityFaults('api-lab-runner-held')).toEqual([]);
  await click('Run');
  await answerQuestion('Allow and send');
  await says(page.getByRole('region', { name: 'Verdict' }), 'The request got a response');
  expect(backend.callsOf(relayPath)).toHaveLength(1);
  await page.getByRole('link', { name: 'Requests', exact: true }).click();
  await fill('Address', 'http://evil.example/');
  await eventually(() => expect(JSON.stringify(kept.workspace)).toContain('http://evil.example/'));
  await page.getByRole('link', { name: 'Runner' }).click();
  await click('Run');
  await says(page.getByRole('region', { name: 'Held back' }), 'First request: Nothing was sent. token comes from your vault');
  expect(backend.callsOf(relayPath)).toHaveLength(1);
});

test('a redirect to another origin is shown, said not to be followed, and its address is masked', async () => {
  const { backend } = await openLab();
  backend.on(relayPath, () => {
    const location = `https://evil.example/?t=${encodeURIComponent(secret)}`;
    const hop = { url: 'https://api.example.org/items', status: 302, headers: [['location', location]], timeMs: 3 };
    return { json: { outcome: 'answered', hops: [hop], body: '', notFollowed: 'https://evil.example' } };
  });
  await useVariable();
  await page.getByLabelText('Send from').selectOptions('The server (it sees everything)');
  await click('Send');
  await answerQuestion('Allow and send');
  await says(answer(), 'It leads on to https://evil.example, and was not followed there');
  await says(answer(), 'https://evil.example/?t=[from the vault]');
  expect(backend.callsOf(relayPath)[0]?.body).toMatchObject({ carriesSecret: true });
});

test('a sealed collection leaves as a readable file only by the dialog that wants the master or a passkey', async () => {
  const { stop } = await openLab();
  const files = catchFiles();
  await click('Settings of My requests');
  await click('Export for Postman');
  const leaving = page.getByRole('dialog', { name: 'Export for Postman' });
  await seen(leaving.getByLabelText('Current master password', { exact: true }));
  await click('Save the file', leaving);
  await seen(leaving.getByText('Enter the master password.'));
  expect(files).toEqual([]);
  stop();
});
