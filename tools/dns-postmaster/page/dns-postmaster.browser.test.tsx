import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { accessibilityFaults } from '../../../web/app/testing/axe-findings.ts';
import { startFakeBackend } from '../../../web/app/testing/fake-backend.ts';
import { openOwnerPage, startOwnerWorld } from '../../../web/app/testing/open-owner-page.tsx';
import { openPage, pageRoute } from '../../../web/app/testing/open-page.tsx';
import { click, eventually, says, seen } from '../../../web/app/testing/steps.ts';
import * as postmaster from './page.tsx';
import { PostmasterOptions } from './postmaster-options.tsx';
import { blocklistReport } from './testing/blocklist-report.ts';
import { exampleReport } from './testing/example-report.ts';
import { mailReport } from './testing/mail-report.ts';

async function open(report: object | null): Promise<void> {
  startFakeBackend().on('POST /functions/v1/tool-example', { json: { report } });
  await openPage('/dns-postmaster', [pageRoute('/dns-postmaster', postmaster)]);
  await seen(page.getByRole('heading', { level: 1, name: 'DNS Postmaster' }));
}

test('a visitor has a record read, and builds one', async () => {
  await open(null);
  await seen(page.getByText('What it checks'));
  const field = page.getByRole('textbox', { name: 'Record or policy' });
  await field.fill('v=spf1 mx include:_spf.example.net ptr');
  await seen(page.getByText('✓ A valid SPF record.'));
  await seen(page.getByText('ptr must not be used (RFC 7208 §5.5).'));
  await field.fill('v=spf1 foo:bar.example');
  await seen(page.getByText('SPF: foo:bar.example: unknown mechanism.'));
  await page.getByRole('textbox', { name: 'Domain', exact: true }).fill('example.org');
  await page.getByRole('textbox', { name: 'Addresses and networks' }).fill('192.0.2.0/28');
  await seen(page.getByText('example.org. IN TXT "v=spf1 mx ip4:192.0.2.0/28 -all"'));
  await page.getByRole('combobox', { name: 'Record' }).selectOptions('DMARC');
  await page.getByRole('textbox', { name: 'Reports go to' }).fill('nobody');
  await seen(page.getByText('nobody is not a mail address.'));
  expect(await accessibilityFaults('records')).toEqual([]);
});

const publicKey = `-----BEGIN PUBLIC KEY-----
MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=
-----END PUBLIC KEY-----`;

test('TLSA and BIMI are read and built as the others are; a key is digested in the page', async () => {
  await open(null);
  const field = page.getByRole('textbox', { name: 'Record or policy' });
  await field.fill('_25._tcp.mail.example.org. IN TLSA 3 1 1 5d5d');
  await seen(page.getByText('TLSA: A SHA2-256 digest has 32 bytes, this one has 2.'));
  await field.fill('v=BIMI1; l=https://example.org/logo.svg');
  await seen(page.getByText('✓ A valid BIMI record.'));
  await page.getByRole('textbox', { name: 'Domain', exact: true }).fill('mail.example.org');
  await page.getByRole('combobox', { name: 'Record' }).selectOptions('TLSA');
  await seen(page.getByText('Paste the certificate or the public key of the server (PEM).'));
  await page.getByRole('textbox', { name: 'Certificate or public key (PEM)' }).fill(publicKey);
  await seen(page.getByText('_25._tcp.mail.example.org. IN TLSA 3 1 1 a1e9156054e04fac899ae9f275132cdc07a5dbc4ea2c2ad3a1ffc6e0d253681f'));
  await page.getByRole('combobox', { name: 'Bound to' }).selectOptions('0');
  await seen(page.getByText('This is a public key alone: bind the record to the public key.'));
  expect(await accessibilityFaults('TLSA')).toEqual([]);
  await page.getByRole('combobox', { name: 'Record' }).selectOptions('BIMI');
  await page.getByRole('textbox', { name: 'Logo (SVG Tiny PS)' }).fill('https://example.org/logo.svg');
  await seen(page.getByText('default._bimi.mail.example.org. IN TXT "v=BIMI1; l=https://example.org/logo.svg; a="'));
});

test('a report is drawn: the mail step by step, stamps, tree, tables', async () => {
  await open(exampleReport);
  await seen(page.getByRole('heading', { name: exampleReport.verdict }));
  await seen(page.getByRole('heading', { name: 'The mail, step by step' }));
  await seen(page.getByText('RFC 9989 removed pct', { exact: false }).first());
  await eventually(() => expect(page.getByRole('listitem').filter({ hasText: 'DMARC' }).elements().length).toBeGreaterThan(0));
  await says(page.getByRole('region', { name: 'DANE (TLSA)' }), 'not usable: not for SMTP');
  await says(page.getByRole('region', { name: 'BIMI' }), 'it has no <title>');
  expect(await accessibilityFaults('report')).toEqual([]);
});

test('block lists are off until they are asked for, and what they are told is said there', async () => {
  const change = vi.fn();
  const screen = await render(<PostmasterOptions options={{}} onChange={change} />);
  const field = page.getByRole('checkbox', { name: 'Query public block lists' });
  await expect.element(field).not.toBeChecked();
  await seen(page.getByText('Up to eight addresses that the domain receives or sends with', { exact: false }));
  await field.click();
  await expect.poll(() => change.mock.calls).toEqual([[{ blocklists: true }]]);
  await screen.rerender(<PostmasterOptions options={{ blocklists: true, selectors: 'a' }} onChange={change} />);
  await expect.element(field).toBeChecked();
  await field.click();
  await expect.poll(() => change.mock.calls.at(-1)).toEqual([{ selectors: 'a' }]);
});

test('what block lists said is a table: listed, not listed, refused, not asked are told apart', async () => {
  await open(blocklistReport);
  const table = page.getByRole('region', { name: 'Block lists' });
  await says(table, 'Spamhaus ZEN');
  await says(table, '193.0.0.25MX mail.example.orglisted: XBLnot listedrefused');
  await says(table, '2a00::25SPF ip6:2a00::25not listedIPv4 onlyrefused');
  await seen(page.getByText('1 network in the SPF record: which addresses send is unknown.'));
  await seen(page.getByRole('heading', { name: '193.0.0.25 is listed on Spamhaus ZEN' }));
  expect(await accessibilityFaults('block lists')).toEqual([]);
});

test('the owner tries one mail without a domain: what was typed is sent as it is, and its evaluation is drawn', async () => {
  const { backend } = await startOwnerWorld();
  const id = '11111111-1111-4111-8111-111111111111';
  const { target } = mailReport;
  const rest = { tool: 'dns-postmaster', options: {}, failure: null, askedAt: mailReport.startedAt, seen: null };
  const job = { id, target, state: 'finished', done: 1, doing: '', verdict: mailReport.verdict, mark: 'fail', ...rest };
  let isMade = false;
  backend.on('POST /functions/v1/tool-job-list', () => ({ json: isMade ? [job] : [] }));
  backend.on('POST /functions/v1/tool-schedule-list', { json: [] });
  backend.on('POST /functions/v1/tool-report', { json: mailReport });
  backend.on('POST /functions/v1/tool-job-watch', { lines: [job] });
  backend.on('POST /functions/v1/tool-job-start', () => {
    isMade = true;
    return { json: { id, target } };
  });
  await openOwnerPage('/dns-postmaster');
  await page.getByText('Try one mail', { exact: true }).click();
  const form = page.getByRole('form', { name: 'Try one mail' });
  await form.getByRole('textbox', { name: 'Sending IP address' }).fill('300.1.1.1');
  await click('Evaluate SPF', form);
  await seen(form.getByText('Enter an IPv4 or IPv6 address.'));
  expect(backend.callsOf('POST /functions/v1/tool-job-start')).toEqual([]);
  await form.getByRole('textbox', { name: 'Sending IP address' }).fill('2001:DB8:0::1');
  await form.getByRole('textbox', { name: 'HELO or EHLO' }).fill('[IPv6:2001:db8::1]');
  expect(await accessibilityFaults('try one mail')).toEqual([]);
  await click('Evaluate SPF', form);
  expect(backend.callsOf('POST /functions/v1/tool-job-start').map(({ body }) => body)).toEqual([
    { tool: 'dns-postmaster', target, options: { 'mail-from': '', helo: '[IPv6:2001:db8::1]' }, authorised: false, engagement: null },
  ]);
  await seen(page.getByRole('heading', { name: 'The mail, step by step' }));
  await seen(page.getByText('DMARC alignment was not looked at.', { exact: false }));
  await seen(page.getByText('v=spf1 a:mail.example.org ~all', { exact: true }));
  expect(page.getByRole('heading', { name: 'Part by part' }).elements()).toEqual([]);
});
