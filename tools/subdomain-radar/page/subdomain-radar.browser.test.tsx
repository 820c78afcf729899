import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityFaults } from '../../../web/app/testing/axe-findings.ts';
import { startFakeBackend } from '../../../web/app/testing/fake-backend.ts';
import { openOwnerPage, startOwnerWorld } from '../../../web/app/testing/open-owner-page.tsx';
import { openPage, pageRoute } from '../../../web/app/testing/open-page.tsx';
import { click, eventually, fill, press, seen } from '../../../web/app/testing/steps.ts';
import * as radar from './page.tsx';
import RadarDifference from './radar-difference.tsx';
import { exampleReport } from './testing/example-report.ts';

async function open(report: object | null): Promise<void> {
  startFakeBackend().on('POST /functions/v1/tool-example', { json: { report } });
  await openPage('/subdomain-radar', [pageRoute('/subdomain-radar', radar)]);
  await seen(page.getByRole('heading', { level: 1, name: 'Subdomain Radar' }));
}

test('without an example a visitor reads what is checked', async () => {
  await open(null);
  await seen(page.getByText('What it checks'));
  expect(await accessibilityFaults('empty')).toEqual([]);
});

test('a report is drawn: tree, names with where they lead, sources', async () => {
  await open(exampleReport);
  await seen(page.getByRole('heading', { name: exampleReport.verdict }));
  await seen(page.getByRole('rowheader', { name: 'shop.example.org' }));
  await seen(page.getByRole('cell', { name: 'can be taken over' }));
  await seen(page.getByRole('listitem').filter({ hasText: 'Too many requests, status 429.' }).last());
  await seen(page.getByText('Zone walk: 12 names in 14 questions; the chain is closed; 1 delegated zone not walked.'));
  await seen(page.getByRole('listitem').filter({ hasText: '4 names. The quota of the API key is used up, status 429.' }));
  expect(await accessibilityFaults('report')).toEqual([]);
});

test('on a phone a name that no source dated has no label without a value', async () => {
  await page.viewport(390, 844);
  const [name] = exampleReport.names;
  await open({ ...exampleReport, names: [{ ...name, firstSeen: '', lastSeen: '' }] });
  await seen(page.getByRole('heading', { name: 'Names', exact: true }));
  const unlabelled = [...document.querySelectorAll<HTMLElement>('td[data-column]')].filter(
    (cell) => cell.checkVisibility() && cell.innerText.trim() === '',
  );
  expect(unlabelled).toEqual([]);
});

test('a report from before there was a walk is still drawn', async () => {
  const { walk: _, ...earlier } = exampleReport;
  await open({ ...earlier, sources: earlier.sources.slice(0, 3) });
  await seen(page.getByRole('rowheader', { name: 'shop.example.org' }));
  expect(page.getByText(/Zone walk/).elements()).toEqual([]);
});

test('the owner saves, replaces and deletes the key of a source beside the options, and no key is shown again', async () => {
  const { backend } = await startOwnerWorld();
  const kept = new Map<string, string>();
  backend.on('POST /functions/v1/tool-job-list', { json: [] });
  backend.on('POST /functions/v1/tool-schedule-list', { json: [] });
  backend.on('POST /functions/v1/tool-source-list', () => ({
    json: ['Shodan', 'VirusTotal'].map((title) => ({
      ...{ id: title.toLowerCase(), title, keyPage: `https://${title.toLowerCase()}.example/` },
      keptAt: kept.has(title.toLowerCase()) ? '2026-11-26T10:00:00.000Z' : null,
    })),
  }));
  backend.on('POST /functions/v1/tool-source-key', ({ body }) => {
    const { source, key } = body as { readonly source: string; readonly key: string | null };
    if (key === null) kept.delete(source);
    else if (key.length < 16) return { status: 400, json: { code: 'body_refused', message: '' } };
    else kept.set(source, key);
    return { json: { kept: key !== null } };
  });
  await openOwnerPage('/subdomain-radar');
  await fill('Target', 'example.org');
  await page.getByText('Options', { exact: true }).click();
  await click('API keys');
  await fill('Shodan API key', 'short');
  await click('Save the key of Shodan');
  await seen(page.getByText(/The key was not saved: a key has 16 to 200/));
  await fill('Shodan API key', ' shodan-key-0123456789 ');
  // Enter saves the key and begins no run.
  await press('{Enter}');
  await seen(page.getByText('A key is kept since 2026-11-26.', { exact: false }));
  expect([...kept]).toEqual([['shodan', 'shodan-key-0123456789']]);
  await expect.element(page.getByLabelText('Shodan API key')).toHaveValue('');
  expect(await accessibilityFaults('keys')).toEqual([]);
  await click('Delete the key of Shodan');
  await eventually(() => expect(kept.size).toBe(0));
  expect(backend.callsOf('POST /functions/v1/tool-job-start')).toEqual([]);
});

test('the difference names what is new, what is gone and what leads elsewhere', async () => {
  const [first, second, ...others] = exampleReport.names;
  if (first === undefined || second === undefined) throw new Error('no names');
  const before = { ...exampleReport, names: [{ ...second, addresses: ['192.0.2.99'] }, { ...first, name: 'gone.example.org' }, ...others] };
  startFakeBackend();
  await openPage('/difference', [
    {
      path: '/difference',
      element: (
        <main>
          <h1>Difference</h1>
          <h2>Names</h2>
          <RadarDifference before={before} after={exampleReport} />
        </main>
      ),
    },
  ]);
  await seen(page.getByRole('heading', { name: 'New names 1' }));
  await seen(page.getByRole('listitem').filter({ hasText: first.name }).first());
  await seen(page.getByText('gone.example.org', { exact: true }));
  await seen(page.getByText('verified, 192.0.2.99 became verified, 192.0.2.10', { exact: true }));
  expect(await accessibilityFaults('difference')).toEqual([]);
});
