import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityFaults } from '../../testing/axe-findings.ts';
import { startFakeBackend } from '../../testing/fake-backend.ts';
import { openPage, pageRoute } from '../../testing/open-page.tsx';
import { seen } from '../../testing/steps.ts';
import * as radar from './page.tsx';
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
