import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityFaults } from '../../testing/axe-findings.ts';
import { openSitePage, sampleSite } from '../../testing/open-site-page.tsx';
import { says, seen } from '../../testing/steps.ts';

const main = () => page.getByRole('main');
const days = ['2026-11-21', '2026-11-20', '2026-11-19'].map((day, index) => ({ day, hash: String(index).repeat(64) }));
const whole = {
  lastDay: days[0],
  headers: { grade: 'A+', score: 130, measuredOn: '2026-11-22', measuredAt: '2026-11-22T05:12:00.000Z' },
  days,
  dayCount: 3,
  keySince: undefined,
  keyFingerprint: 'ab'.repeat(32),
};
const withProof = (wholeProof: object) => ({ ...sampleSite, wholeProof: () => ({ ...whole, ...wholeProof }) });

test('the page says what is signed and graded, and the commands that check it name this site and its last day', async () => {
  await openSitePage('/proof', withProof({}));
  await seen(page.getByRole('heading', { level: 1, name: 'This site, proven' }));
  for (const said of [
    'curl -fsSO https://castellan.test/proof/2026-11-21.sig',
    'openssl dgst -sha256 -verify key.pem -signature 2026-11-21.sig 2026-11-21.txt',
    'curl -fsS https://castellan.test/proof/2026-11-20.txt | sha256sum',
    'ab'.repeat(32),
    '3 signed days',
    '130 points, measured on 22 November 2026',
    'curl -sI https://castellan.test/',
  ])
    await says(main(), said);
  await expect.element(page.getByRole('link', { name: 'txt (statement of 2026-11-19)' })).toHaveAttribute('href', '/proof/2026-11-19.txt');
});

test('where nothing is signed or measured yet the page says so', async () => {
  await openSitePage('/proof', withProof({ lastDay: undefined, headers: undefined, days: [], dayCount: 0 }));
  await says(main(), 'No day is signed yet.');
  await says(main(), 'The headers are not measured yet.');
  expect(await accessibilityFaults('nothing yet')).toEqual([]);
});

test('a site that is served without HTTPS has no grade, and says why', async () => {
  await openSitePage('/proof', { ...withProof({ headers: undefined }), publicUrl: 'http://127.0.0.1:4321' });
  await says(main(), 'This address is not served over HTTPS');
});

test('days of an earlier key are named with theirs', async () => {
  await openSitePage('/proof', withProof({ keySince: '2026-11-20', dayCount: 45 }));
  await says(main(), 'Days before 20 November 2026 were signed by an earlier key.');
  await says(main(), 'The last 3 of 45 signed days');
});

test('axe finds nothing on the page, in both themes and at both widths; nothing is wider than 320 px', async () => {
  await openSitePage('/proof', withProof({}));
  await seen(page.getByRole('heading', { level: 1, name: 'This site, proven' }));
  expect(await accessibilityFaults('proof')).toEqual([]);
});
