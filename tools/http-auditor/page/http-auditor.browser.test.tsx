import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityFaults } from '../../../web/app/testing/axe-findings.ts';
import { startFakeBackend } from '../../../web/app/testing/fake-backend.ts';
import { openPage, pageRoute } from '../../../web/app/testing/open-page.tsx';
import { eventually, gone, seen, textOf } from '../../../web/app/testing/steps.ts';
import * as auditor from './page.tsx';

const field = () => page.getByRole('textbox', { name: 'Response headers' });
const verdict = () => page.getByRole('region', { name: 'Verdict' });
const stand = () => textOf(page.getByRole('region', { name: 'What if' }).getByRole('status').first());

/** Opens the page as a visitor sees it, while the owner has chosen no example. */
async function open(): Promise<void> {
  startFakeBackend().on('POST /functions/v1/tool-example', { json: { report: null } });
  await openPage('/http-auditor', [pageRoute('/http-auditor', auditor, auditor.loader())]);
  await seen(page.getByRole('heading', { level: 1, name: 'HTTP Auditor' }));
}

test('a visitor’s headers are scored as they are pasted, tried with one more header, and brought back', async () => {
  await open();
  await seen(page.getByText('What it checks'));
  expect(await accessibilityFaults('empty')).toEqual([]);
  await field().fill('HTTP/2 200\ncontent-type: text/html\nserver: nginx/1.2.3\nbroken line\n');
  await gone(page.getByRole('heading', { name: 'Sample report' }));
  await seen(verdict());
  await seen(page.getByRole('heading', { name: 'Four tests cost 70 points' }));
  await seen(page.getByText('Ignored, because they are not headers: lines 4.'));
  await eventually(() => expect(stand()).toBe('D (30)'));
  await page.getByRole('button', { name: /^Content-Security-Policy/ }).click();
  await eventually(() => expect(stand()).toBe('As pasted D (30). Now B (75).'));
  await seen(page.getByText('CSP frame-ancestors restricts framing.'));
  expect(await accessibilityFaults('scored')).toEqual([]);
  await page.getByRole('button', { name: 'Undo all changes' }).click();
  await eventually(() => expect(stand()).toBe('D (30)'));
  await field().fill('no header at all');
  await seen(page.getByText('No line is a header.'));
  // The sample comes back in the place of the visitor's own report.
  await gone(page.getByRole('article', { name: 'Report on pasted headers' }));
  await seen(page.getByRole('heading', { name: 'Sample report' }));
});

test('a HAR is read page by page, with its redirects, and one that is broken says why', async () => {
  await open();
  const entry = (url: string, status: number, headers: Readonly<Record<string, string>>) => ({
    request: { url },
    response: { status, headers: Object.entries(headers).map(([name, value]) => ({ name, value })), content: { mimeType: 'text/html' } },
  });
  const entries = [
    entry('http://one.example/', 301, { Location: 'https://one.example/' }),
    entry('https://one.example/', 200, { 'X-Frame-Options': 'DENY' }),
    entry('https://two.example/', 500, { Server: 'x' }),
  ];
  await field().fill(JSON.stringify({ log: { entries } }));
  await seen(verdict().getByText('one.example'));
  await seen(page.getByText('HTTP redirects to HTTPS on the same host.').first());
  await page.getByRole('combobox', { name: 'Page (2 in this HAR)' }).selectOptions('500 https://two.example/');
  await seen(page.getByRole('heading', { name: 'Not scored: the page answered with status 500.' }));
  await field().fill('{"log":');
  await seen(page.getByText('This is not a HAR: it is not JSON, or it is incomplete.'));
});
