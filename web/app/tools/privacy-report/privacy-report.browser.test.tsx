import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { accessibilityFaults } from '../../testing/axe-findings.ts';
import { openPage, pageRoute } from '../../testing/open-page.tsx';
import { click, gone, says, seen } from '../../testing/steps.ts';
import { attributes } from './attributes.ts';
import { measureBrowser } from './measure-browser.ts';
import * as privacyReportPage from './page.tsx';
import { readModel } from './read-model.ts';

const open = async () => {
  await cleanup();
  await openPage('/privacy-report', [pageRoute('/privacy-report', privacyReportPage)]);
};
const table = () => page.getByRole('region', { name: 'What every site can read' });
const history = () => page.getByRole('region', { name: 'Earlier reports in this browser' });

test('nothing is measured before it is asked for; then 25 attributes are, with figures or without', async () => {
  window.localStorage.clear();
  await open();
  await seen(page.getByRole('region', { name: 'What is measured' }));
  await click('Measure this browser');
  await says(page.getByRole('region', { name: 'Verdict' }), /bits/);
  for (const { name } of attributes) await says(table(), name);
  await says(table(), 'Time zoneNo published figures');
  await says(table(), String(window.screen.width));
  await says(page.getByRole('region', { name: 'Storage' }), 'IndexedDB: works');
});

test('a second report says that all is as before, a reload keeps both, and clearing forgets them', async () => {
  window.localStorage.clear();
  await open();
  await click('Measure this browser');
  await says(history(), 'The first report.');
  await click('Measure again');
  await says(history(), 'All as before.');
  await open();
  await says(history(), 'All as before.');
  await click('Clear');
  await gone(history());
});

test('values are those that the browser has, and two runs read the same', async () => {
  const { fonts } = readModel();
  const [one, two] = [await measureBrowser(fonts), await measureBrowser(fonts)];
  expect(one).toEqual(two);
  expect(one.cores).toBe(String(navigator.hardwareConcurrency));
  expect(one.timezone).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
  expect(one.languages).toBe(navigator.languages.join(', '));
  // The model spells what Chrome plays in the same words.
  expect(one.formats).toContain('webm probably');
});

test('axe finds nothing on the page, empty and with a report, and it fits 320 px', async () => {
  window.localStorage.clear();
  await open();
  expect(await accessibilityFaults('privacy-report empty')).toEqual([]);
  await click('Measure this browser');
  await says(history(), 'The first report.');
  expect(await accessibilityFaults('privacy-report')).toEqual([]);
});
