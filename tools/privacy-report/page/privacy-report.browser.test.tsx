import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { accessibilityFaults } from '../../../web/app/testing/axe-findings.ts';
import { openPage, pageRoute } from '../../../web/app/testing/open-page.tsx';
import { click, gone, says, seen } from '../../../web/app/testing/steps.ts';
import { attributes } from './attributes.ts';
import { measureBrowser } from './measure-browser.ts';
import { measurePartitioning } from './measure-partitioning.ts';
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
  await says(table(), 'Time zone2.1 bits on average');
  await says(table(), 'VoicesNo published figure');
  await says(page.getByRole('region', { name: 'Verdict' }), /The sum goes over \d+ of 25 attributes\./);
  await says(page.getByRole('region', { name: 'How it is estimated' }), 'Berke et al. 2025');
  await says(table(), String(window.screen.width));
  await says(page.getByRole('region', { name: 'Storage' }), 'IndexedDB: works');
});

test('what one site can see of partitioning is measured, and leaves nothing behind', async () => {
  const cookiesBefore = document.cookie;
  // This browser keeps partitioned cookies and shares storage within a site, as the standards say.
  expect(await measurePartitioning()).toMatchObject({ cookies: 'apart', gate: true, frame: 'shared', isPersistent: false });
  expect(document.cookie).toBe(cookiesBefore);
  expect(Object.keys(window.localStorage).filter((key) => key.startsWith('castellan_'))).toEqual([]);
  expect(document.querySelectorAll('iframe')).toHaveLength(0);
});

test('a browser that ignores the mark keeps one cookie, one that blocks cookies none, and one without storage says so', async () => {
  let kept: string[] = [];
  let keep = (cookie: string) => {
    kept = [cookie];
  };
  // An own property covers the browser's, and goes when it is deleted.
  Object.defineProperty(document, 'cookie', {
    configurable: true,
    get: () => kept.join('; '),
    set: (text: string) => keep(text.split(';')[0] ?? ''),
  });
  const blockedStorage = vi.spyOn(Storage.prototype, 'setItem');
  onTestFinished(() => {
    Reflect.deleteProperty(document, 'cookie');
    blockedStorage.mockRestore();
  });
  expect((await measurePartitioning()).cookies).toBe('merged');
  kept = [];
  keep = () => {};
  blockedStorage.mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError');
  });
  expect(await measurePartitioning()).toMatchObject({ cookies: 'blocked', frame: 'blocked' });
});

test('the report says what was done to measure partitioning, and what no single site can tell', async () => {
  await open();
  await click('Measure this browser');
  const storage = page.getByRole('region', { name: 'Storage' });
  await says(storage, 'Cookies bound to the visited sitekept apart');
  await says(storage, 'Two cookies of one name were set, one of them Partitioned (CHIPS).');
  await says(storage, 'A frame of this siteshares storage');
  await says(storage, 'not measurable from one site');
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
