import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityFaults } from '../../../web/app/testing/axe-findings.ts';
import { openOwnerPage, startOwnerWorld } from '../../../web/app/testing/open-owner-page.tsx';
import { click, eventually, fill, gone, seen } from '../../../web/app/testing/steps.ts';

/** As `openssl` writes them; what is inside is the server's to read. */
const pem = (bytes: string) => `-----BEGIN CERTIFICATE-----\n${bytes}\n-----END CERTIFICATE-----\n`;
const authority = pem('MIIBszCCAVqgAwIBAgIUQ2FzdGVsbGFuIHRlc3QgYXV0aG9y');
const field = 'Private CA certificates (PEM), trusted in addition to the Mozilla root store';

/** The owner's page of the tool, before the first run. */
async function open() {
  const { backend } = await startOwnerWorld();
  backend.on('POST /functions/v1/tool-job-list', { json: [] });
  backend.on('POST /functions/v1/tool-schedule-list', { json: [] });
  backend.on('POST /functions/v1/tool-job-start', { json: { id: '11111111-1111-4111-8111-111111111111', target: 'shop.example' } });
  backend.on('POST /functions/v1/tool-job-watch', { status: 404, json: { code: 'job_unknown', message: '' } });
  await openOwnerPage('/tls-inspector');
  await fill('Target', 'shop.example');
  await page.getByText('Options', { exact: true }).click();
  const begun = () => backend.callsOf('POST /functions/v1/tool-job-start').map(({ body }) => body);
  return { begun };
}

test('the certificates of a private CA reach the run’s options as they were pasted', async () => {
  const { begun } = await open();
  await fill(field, `Own Root\n${authority}`);
  expect(await accessibilityFaults('options')).toEqual([]);
  await click('Inspect');
  await eventually(() => expect(begun()).toHaveLength(1));
  expect(begun()).toEqual([
    { tool: 'tls-inspector', target: 'shop.example', options: { ca: `Own Root\n${authority}` }, authorised: false, engagement: null },
  ]);
});

test.each([
  ['no certificate', 'my company’s CA', 'The private CA contains no certificate in PEM format.'],
  [
    'a private key',
    `${authority}-----BEGIN PRIVATE KEY-----\nMIGH\n-----END PRIVATE KEY-----\n`,
    'The private CA contains a private key. Give its certificates only.',
  ],
  ['a certificate without its end', `${authority}${authority.slice(0, 50)}`, 'Certificate 2 of the private CA is incomplete or damaged.'],
])('%s is refused in place, and no run begins until it is mended', async (_title, text, reason) => {
  const { begun } = await open();
  await fill(field, text);
  await click('Inspect');
  await seen(page.getByRole('alert').filter({ hasText: reason }));
  expect(begun()).toEqual([]);
  await fill(field, '');
  await click('Inspect');
  await eventually(() => expect(begun()).toHaveLength(1));
  expect(begun()).toMatchObject([{ options: {} }]);
  await gone(page.getByText(reason));
});
