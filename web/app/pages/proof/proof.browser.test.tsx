import { type ListedDay, type SignedDay, writeStatement } from '@castellan/foundation/signed-log';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityFaults } from '../../testing/axe-findings.ts';
import { openSitePage, sampleSite } from '../../testing/open-site-page.tsx';
import { counted, gone, says, seen } from '../../testing/steps.ts';

const main = () => page.getByRole('main');
const days = ['2026-11-21', '2026-11-20', '2026-11-19'].map((day, index) => ({ day, hash: String(index).repeat(64) }));
const whole = {
  lastDay: days[0],
  headers: { grade: 'A+', score: 130, measuredOn: '2026-11-22', measuredAt: '2026-11-22T05:12:00.000Z' },
  days,
  dayCount: 3,
  keySince: undefined,
  keyFingerprint: 'ab'.repeat(32),
  release: {
    ...{ version: 1795840144, commit: 'c'.repeat(40), hash: 'cd'.repeat(32), fileCount: 812 },
    ...{ words: 'banner acid crisp lapel ozone tidal', signedBy: undefined },
  },
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

test('the release of the private pages is named by number, hash and words, as checked by the site’s own code, with the commands that need none of it', async () => {
  await openSitePage('/proof', withProof({}));
  const code = page.getByRole('region', { name: 'The code' });
  for (const said of [
    'lists 812 of them',
    'cd'.repeat(32),
    'banner acid crisp lapel ozone tidal',
    'Signed bynobody',
    'Checked by this site’s own code when it started',
    'curl -fsS https://castellan.test/release.json | sha256sum',
    'npm run verify-site -- https://castellan.test',
  ])
    await says(code, said);
  await openSitePage('/proof', withProof({ release: { ...whole.release, signedBy: '8C3D9A5F01B2E477' } }));
  await says(code, 'Signed bykey 8C3D9A5F01B2E477');
});

test('where nothing is built there is no release to name', async () => {
  await openSitePage('/proof', withProof({ release: undefined }));
  await seen(page.getByRole('heading', { name: 'The headers' }));
  await gone(page.getByRole('heading', { name: 'The code' }));
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

/** Answers for the files below /proof/, in the place of the network. */
function serve(files: Readonly<Record<string, string | undefined>>): void {
  const before = window.fetch;
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.href);
    if (!pathname.startsWith('/proof/')) return before(input, init);
    const text = files[pathname.slice('/proof/'.length)];
    return text === undefined ? new Response('', { status: 404 }) : new Response(text);
  });
}

const hexOf = (bytes: ArrayBuffer) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
const hashOf = async (text: string) => hexOf(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
const base64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));

/** Two numbers of 32 bytes as DER. */
function derOf(raw: Uint8Array): Uint8Array {
  const number = (digits: Uint8Array) => {
    const start = digits.findIndex((digit) => digit !== 0);
    const short = digits.slice(start);
    const content = (short[0] ?? 0) > 127 ? [0, ...short] : [...short];
    return [0x02, content.length, ...content];
  };
  const numbers = [...number(raw.slice(0, 32)), ...number(raw.slice(32))];
  return Uint8Array.from([0x30, numbers.length, ...numbers]);
}

/** Days signed by a fresh key, and the files that a site has of them. */
async function signDays(named: readonly string[]): Promise<Record<string, string>> {
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']);
  const spki = base64(new Uint8Array(await crypto.subtle.exportKey('spki', pair.publicKey)));
  const publicKey = `-----BEGIN PUBLIC KEY-----\n${spki.replaceAll(/(.{64})/g, '$1\n')}\n-----END PUBLIC KEY-----\n`;
  const list: ListedDay[] = [];
  const lines: SignedDay[] = [];
  for (const day of named) {
    const statement = writeStatement({ siteUrl: 'https://castellan.test', day, log: 'ab'.repeat(32), previous: list.at(-1)?.hash });
    const algorithm = { name: 'ECDSA', hash: 'SHA-256' };
    const signature = new Uint8Array(await crypto.subtle.sign(algorithm, pair.privateKey, new TextEncoder().encode(statement)));
    lines.push({ day, statement, signature: base64(derOf(signature)), publicKey });
    list.push({ day, hash: await hashOf(statement) });
  }
  return {
    'key.pem': publicKey,
    'days.txt': list.map(({ day, hash }) => `${hash}  ${day}.txt\n`).join(''),
    ...(lines.length === 0 ? {} : { '2026.jsonl': lines.map((line) => `${JSON.stringify(line)}\n`).join('') }),
  };
}

const verdict = () => page.getByRole('region', { name: 'Verdict' });
const verifyHere = () => page.getByRole('button', { name: 'Verify in this browser' }).click();

test('verified here, the signed days hold, and the page says by whose code, what was checked and what was not', async () => {
  await openSitePage('/proof', withProof({}));
  serve(await signDays(['2026-11-19', '2026-11-20', '2026-11-21']));
  await says(main(), 'This site’s own code does it, so a dishonest site could cheat here too.');
  await verifyHere();
  await says(verdict(), 'All 3 signed days hold.');
  for (const said of ['3 of 3', '2 of 2', 'Done by this site’s own code', 'Not checked: the rows of the log, which are private'])
    await says(verdict(), said);
  expect(await accessibilityFaults('verified')).toEqual([]);
});

test('verified here, the first day that does not hold is named, and a file that is missing is not taken for a fault', async () => {
  await openSitePage('/proof', withProof({}));
  const files = await signDays(['2026-11-19', '2026-11-20', '2026-11-21']);
  const days = files['2026.jsonl']?.split('\n') ?? [];
  serve({ ...files, '2026.jsonl': [days[0], days[1]?.replace(/log: ..../, 'log: 0000'), days[2]].join('\n') });
  await verifyHere();
  await says(verdict(), '20 November 2026 does not hold.');
  await says(verdict(), 'has a statement whose hash is not the one in the list. What comes after it was not checked.');
  serve({ ...files, 'days.txt': undefined });
  await page.getByRole('button', { name: 'Verify again' }).click();
  await says(verdict(), '/proof/days.txt could not be read.');
});

test('on the first day the key can be noted and checked, and the page says when there will be more', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 21, 16, 30) });
  await openSitePage('/proof', withProof({ lastDay: undefined, days: [], dayCount: 0 }));
  await says(main(), 'This log is in its first day');
  await says(main(), 'after midnight UTC, in 7 h 30 min.');
  vi.useRealTimers();
  serve(await signDays([]));
  await verifyHere();
  await says(verdict(), 'No day is signed yet: there was nothing to check.');
});

test('a check that takes long can be cancelled', async () => {
  await openSitePage('/proof', withProof({}));
  vi.stubGlobal('fetch', (_: RequestInfo, { signal }: RequestInit) => {
    return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)));
  });
  await verifyHere();
  await seen(page.getByRole('progressbar', { name: 'Checking the signed days' }));
  await page.getByRole('button', { name: 'Cancel' }).click();
  await seen(page.getByRole('button', { name: 'Verify in this browser' }));
  await counted(verdict(), 0);
});
