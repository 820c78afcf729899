import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityFaults } from '../../../web/app/testing/axe-findings.ts';
import { startFakeBackend } from '../../../web/app/testing/fake-backend.ts';
import { openPage, pageRoute } from '../../../web/app/testing/open-page.tsx';
import { seen } from '../../../web/app/testing/steps.ts';
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
  await seen(page.getByRole('listitem').filter({ hasText: 'crt.sh asks for fewer questions (429).' }).last());
  expect(await accessibilityFaults('report')).toEqual([]);
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
