import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { lockSignal } from '../../../web/app/domains/vault/lock-signal.ts';
import { accessibilityFaults } from '../../../web/app/testing/axe-findings.ts';
import { openPage } from '../../../web/app/testing/open-page.tsx';
import { catchFiles, click, counted, eventually, fill, says, seen } from '../../../web/app/testing/steps.ts';
import type { WireRequest } from './sending/build-request.ts';
import type { Answer, Sender, SendFailure } from './sending/sender.ts';
import VisitorLab from './visitor-lab.tsx';

/** Keeps what was sent; answers as told. */
function makeSender(answer: (request: WireRequest) => Answer | SendFailure) {
  const asked: WireRequest[] = [];
  const sender: Sender = {
    via: 'browser',
    send: async (request) => {
      asked.push(request);
      return answer(request);
    },
  };
  return { asked, sender };
}

const json = (value: unknown, status = 200): Answer => ({
  kind: 'answer',
  status,
  url: 'https://api.example.org/items',
  headers: [['content-type', 'application/json']],
  body: new TextEncoder().encode(JSON.stringify(value)),
  headersMs: 20,
  totalMs: 30,
  isCut: false,
});

async function open(sender: Sender, { hash = '', fresh = true } = {}) {
  await cleanup();
  if (fresh) window.localStorage.clear();
  const Lab = () => (
    <main className="p-4">
      <h1>API Lab</h1>
      <VisitorLab sender={sender} />
    </main>
  );
  await openPage(`/api-lab${hash}`, [{ path: '/api-lab', element: <Lab /> }]);
}

const answerRegion = () => page.getByRole('region', { name: 'Answer', exact: true });
const part = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) });

test('a request is written, sent, judged, and there again after a reload', async () => {
  const { asked, sender } = makeSender(() => json({ items: [{ name: 'lamp' }] }));
  await open(sender);
  await page.getByRole('button', { name: /First request/ }).click();
  await fill('Address', 'https://api.example.org/items?page=2');
  await part('Headers').click();
  await click('Add to headers');
  await fill('Headers: name 1', 'Cookie');
  await seen(page.getByText('Browsers set this one themselves'));
  await fill('Headers: name 1', 'X-Key');
  await fill('Headers: value 1', '{{missing}}');
  await part('Checks').click();
  await click('Add a check');
  await click('Add a check');
  await fill('Check 2: value', '201');
  await click('Send');
  await says(answerRegion(), '200');
  await says(answerRegion(), '1 of 2 passed');
  await says(answerRegion(), 'No value for missing');
  await says(page.getByRole('region', { name: 'Body of the answer' }), '"name": "lamp"');
  expect(asked).toMatchObject([{ method: 'GET', url: 'https://api.example.org/items?page=2', headers: [['X-Key', '{{missing}}']] }]);
  await open(sender, { fresh: false });
  await page.getByRole('button', { name: /First request/ }).click();
  await expect.element(page.getByLabelText('Address')).toHaveValue('https://api.example.org/items');
});

test('what this browser kept and nobody can read is said, and stays until one starts over', async () => {
  const { sender } = makeSender(() => json({}));
  window.localStorage.setItem('api_lab_workspace', '{"collections":7}');
  await open(sender, { fresh: false });
  await seen(page.getByText('cannot be read'));
  expect(window.localStorage.getItem('api_lab_workspace')).toBe('{"collections":7}');
  await click('Start over');
  await seen(page.getByRole('button', { name: /First request/ }));
});

test('what a browser blocked is explained as far as it can be known', async () => {
  const { sender } = makeSender(() => ({ kind: 'failed', reason: 'blocked', totalMs: 3 }));
  await open(sender);
  await page.getByRole('button', { name: /First request/ }).click();
  await page.getByLabelText('Method').selectOptions('DELETE');
  await fill('Address', 'https://api.example.org/items/1');
  await click('Send');
  await says(answerRegion(), 'access-control-allow-origin');
  await says(answerRegion(), 'because of the method DELETE');
});

test('a cURL command is imported, and environments give values to a run with OAuth 2', async () => {
  const { asked, sender } = makeSender(({ url }) =>
    url.endsWith('/token') ? json({ access_token: 't0ken', expires_in: 60 }) : json({ ok: true }),
  );
  await open(sender);
  await click('Import');
  await fill('Or paste it', `curl 'https://{{host}}/items' -H 'X-Env: {{name}}' --json '{"a":1}'`);
  await click('Import 1 request');
  await page.getByRole('link', { name: 'Environments' }).click();
  await click('New environment');
  await click('Add to variables');
  await fill('Variables: name 1', 'host');
  await fill('Variables: value 1', 'api.example.org');
  await page.getByRole('link', { name: 'Requests', exact: true }).click();
  await page.getByLabelText('Environment').selectOptions('New environment');
  await click('Settings of From cURL');
  await page.getByLabelText('Authentication').selectOptions('OAuth 2, client credentials');
  await fill('Address of the token', 'https://{{host}}/token');
  await fill('Client ID', 'me');
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByRole('link', { name: 'Runner' }).click();
  await page.getByLabelText('Collection', { exact: true }).selectOptions('From cURL (1)');
  await click('Run');
  await says(page.getByRole('region', { name: 'Verdict' }), 'The request got a response');
  expect(asked.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'POST https://api.example.org/token',
    'POST https://api.example.org/items',
  ]);
  expect(asked[1]?.headers).toContainEqual(['X-Env', '{{name}}']);
  expect(asked[1]?.headers).toContainEqual(['Authorization', 'Bearer t0ken']);
});

test('a collection is exported for Postman, and deleted after a question', async () => {
  const { sender } = makeSender(() => json({}));
  await open(sender);
  const files = catchFiles();
  await click('Settings of My requests');
  await click('Export for Postman');
  await eventually(() => expect(files).toHaveLength(1));
  expect(files[0]?.name).toBe('My-requests.postman_collection.json');
  expect(JSON.parse((await files[0]?.content.text()) ?? '')).toMatchObject({
    info: { name: 'My requests' },
    item: [{ name: 'First request' }],
  });
  await click('Delete');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await counted(page.getByRole('button', { name: /First request/ }), 0);
});

test('a file is sent as the body and within a form; after a reload its name is there, and it must be chosen again', async () => {
  const { asked, sender } = makeSender(() => json({ ok: true }));
  await open(sender);
  await page.getByRole('button', { name: /First request/ }).click();
  await page.getByLabelText('Method').selectOptions('POST');
  await fill('Address', 'https://api.example.org/files');
  await part('Body').click();
  const kind = page.getByRole('combobox', { name: 'Body', exact: true });
  await kind.selectOptions('File');
  await page.getByLabelText('File that is the body').upload(new File(['CANARY-bytes'], 'notes.txt', { type: 'text/plain' }));
  await seen(page.getByText('notes.txt, 12 bytes: in this tab’s memory'));
  await click('Send');
  await says(answerRegion(), '200');
  expect(asked[0]?.headers).toEqual([['Content-Type', 'text/plain']]);
  expect(asked[0]?.body).toEqual(new TextEncoder().encode('CANARY-bytes'));
  expect(window.localStorage.getItem('api_lab_workspace')).toContain('notes.txt');
  expect(window.localStorage.getItem('api_lab_workspace')).not.toContain('CANARY');
  lockSignal.tell();
  await open(sender, { fresh: false });
  await page.getByRole('button', { name: /First request/ }).click();
  await seen(page.getByText('Choose “notes.txt” again'));
  await click('Send');
  await says(answerRegion(), 'Nothing was sent. Choose the file “notes.txt” again');
  await kind.selectOptions('Form (multipart)');
  await click('Add to fields');
  await fill('Fields: name 1', 'picture');
  await click('File instead, fields: picture');
  await page.getByLabelText('Fields: file 1').upload(new File(['png'], 'a.png', { type: 'image/png' }));
  await seen(page.getByText('a.png, 3 bytes: in this tab’s memory'));
  expect(await accessibilityFaults('api-lab-files')).toEqual([]);
  await click('Send');
  await says(answerRegion(), '200');
  const sent = new TextDecoder().decode(asked[1]?.body as Uint8Array);
  expect(sent).toContain('name="picture"; filename="a.png"\r\nContent-Type: image/png\r\n\r\npng\r\n');
});

test.for(['', '#environments', '#runner', '#how'])('axe finds nothing on the part “%s”, and it fits 320 px', async (hash) => {
  const { sender } = makeSender(() => json({ a: 1 }, 404));
  await open(sender, { hash });
  if (hash === '') {
    await page.getByRole('button', { name: /First request/ }).click();
    await fill('Address', 'https://api.example.org/items');
    await part('Checks').click();
    await click('Add a check');
    await click('Send');
    await says(answerRegion(), '404');
  }
  if (hash === '#environments') await click('New environment');
  if (hash === '#runner') {
    await click('Run');
    await seen(page.getByRole('region', { name: 'Verdict' }));
  }
  expect(await accessibilityFaults(`api-lab${hash}`)).toEqual([]);
});
