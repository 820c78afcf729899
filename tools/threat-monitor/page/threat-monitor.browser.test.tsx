import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityFaults } from '../../../web/app/testing/axe-findings.ts';
import { openOwnerPage, startOwnerWorld } from '../../../web/app/testing/open-owner-page.tsx';
import { catchFiles, chooseFromMenu, click, fill, gone, seen, toastSaid } from '../../../web/app/testing/steps.ts';

const now = new Date().toISOString();
const today = now.slice(0, 10);
const dayAway = (days: number) => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);
const inventoryId = '10000000-0000-4000-8000-000000000001';
const lockfile = {
  id: inventoryId,
  name: 'site',
  kind: 'packages',
  format: 'package-lock.json, version 3',
  packages: 'npm\tlodash\t4.17.20',
  left_out: ['no_version\tleft\t\tnpm', 'cpe\tFortiOS\t7.2.1\tfortinet fortios', '+\tfile\t38'].join('\n'),
};

const kev = {
  cve: 'CVE-2021-23337',
  vendor: 'lodash',
  product: 'lodash',
  name: 'lodash Command Injection Vulnerability',
  addedOn: dayAway(-20),
  dueOn: dayAway(5),
  action: 'Apply updates.',
  isUsedByRansomware: false,
};
const mine = {
  id: 'CVE-2021-23337',
  title: kev.name,
  affects: ['lodash 4.17.20'],
  fixedIn: ['lodash 4.17.21'],
  advisories: ['GHSA-35jh-r3h4-6jhm'],
  kev,
  epss: { probability: 0.5, percentile: 0.97 },
  reason: 'Affects lodash 4.17.20; in CISA KEV.',
};
const other = {
  ...mine,
  id: 'CVE-2024-21762',
  title: 'FortiOS Out-of-Bound Write',
  affects: [],
  fixedIn: [],
  reason: 'Not in your inventory.',
};
const source = (id: string, more: object = {}) => ({
  id,
  isOff: false,
  size: 1400,
  version: '',
  confirmedAt: now,
  isStale: false,
  trouble: null,
  nextAt: null,
  ...more,
});
const sources = [
  source('kev', { version: '2026.11.21' }),
  source('epss', { isStale: true, confirmedAt: new Date(Date.parse(now) - 4 * 86_400_000).toISOString() }),
  source('osv', { size: 1 }),
  source('ssvc', { size: 0, confirmedAt: null }),
  source('feodo', { trouble: 'must_wait', nextAt: new Date(Date.parse(now) + 600_000).toISOString() }),
  source('urlhaus', { isOff: true, confirmedAt: null }),
];
const empty = {
  items: [],
  totals: { mine: 0, exploited: 0, due: 0 },
  exploitedOfMine: 0,
  namedOfMine: 0,
  verdict: 'No grade: CISA KEV could not be seen: it has not been asked yet.',
  standing: 'open',
  worst: null,
  checks: [],
  today,
  sources: sources.map(({ id }) => source(id, { size: 0, confirmedAt: null })),
  inventoryCount: 0,
  inventories: [],
};
const full = {
  ...empty,
  totals: { mine: 1, exploited: 2, due: 2 },
  exploitedOfMine: 1,
  verdict: '1 vulnerability in 1 of 1 package, 1 known to be exploited. Not looked at: 40 of 41 components of site (38 describing a file).',
  standing: 'wanting',
  worst: 'critical',
  checks: [
    { id: 'source-kev', title: 'CISA KEV was read (confirmed 3 hours ago)', state: 'passed' },
    { id: `packages-${inventoryId}`, title: 'No known vulnerability in the packages of site', state: 'failed', severity: 'critical' },
    {
      id: `components-${inventoryId}`,
      title: 'Every component of site was looked up',
      state: 'not_looked_at',
      reason: '38 describing a file',
    },
  ],
  sources,
  inventoryCount: 1,
  inventories: [{ id: inventoryId, checkedAt: now, vulnerable: 1 }],
};

/** The page, with what the server knows. */
async function openMonitor({ rows = [lockfile], look = full }: { readonly rows?: readonly object[]; readonly look?: object } = {}) {
  const { backend } = await startOwnerWorld();
  const table = backend.table('threat_inventories', rows as readonly Readonly<Record<string, unknown>>[], {
    fresh: () => ({ format: '', packages: '', left_out: null }),
  });
  backend.on('POST /functions/v1/threat-refresh', { lines: [{ done: 0.5, doing: 'Queried EPSS' }] });
  backend.on('POST /functions/v1/threat-look', ({ body }) => {
    const { list } = body as { readonly list: string };
    return { json: { ...look, items: look === empty ? [] : list === 'mine' ? [mine] : [mine, other] } };
  });
  await openOwnerPage('/threat-monitor');
  await seen(page.getByText('Saved.'));
  return { backend, table };
}

test('what is on the inventory stands first, with its reason, its day and its fix', async () => {
  await openMonitor();
  await seen(page.getByRole('heading', { name: /^1 vulnerability in 1 of 1 package, 1 known to be exploited\./ }));
  const item = page.getByRole('listitem').filter({ hasText: 'lodash Command Injection' });
  await seen(item.getByText('Affects lodash 4.17.20; in CISA KEV.'));
  await seen(item.getByText('Due in 5 days'));
  await seen(item.getByText('lodash 4.17.21'));
  await click(/^Known exploited/);
  await seen(page.getByText('FortiOS Out-of-Bound Write'));
  await seen(page.getByRole('img', { name: 'Due within four weeks: 2 vulnerabilities in CISA KEV, 1 in your inventory.' }));
  expect(await accessibilityFaults('page')).toEqual([]);
});

test('each source says how old its copy is, and what is wrong', async () => {
  await openMonitor();
  await seen(page.getByText('Stale: confirmed 4 days ago'));
  await seen(page.getByText('Rate limited. Last valid copy: less than a minute old. Next try in', { exact: false }));
  await seen(page.getByText('Switched off on this server'));
  await seen(page.getByText('Not queried yet'));
});

test('before anything is known the page says what to do, and shows no number of its own', async () => {
  await openMonitor({ rows: [], look: empty });
  await seen(page.getByText('Add an inventory to check it for known and exploited vulnerabilities.'));
  await seen(page.getByText('Your inventory is empty. Add a lock file, an SBOM or a product below.'));
  expect(await accessibilityFaults('page')).toEqual([]);
});

test('a pasted lockfile is kept as names and versions, and the server is asked about it', async () => {
  const { backend, table } = await openMonitor({ rows: [], look: empty });
  const rounds = () => backend.callsOf('POST /functions/v1/threat-refresh').length;
  await expect.poll(rounds).toBe(1);
  await fill('Or paste it', '{"name":"x"}');
  await click('Add packages');
  await seen(page.getByText('Unknown JSON format.', { exact: false }));
  const document = { lockfileVersion: 3, packages: { '': {}, 'node_modules/lodash': { version: '4.17.20' } } };
  await fill('Or paste it', JSON.stringify(document));
  await fill('Name', 'site');
  await click('Add packages');
  await expect
    .poll(() => table.rows())
    .toMatchObject([
      { name: 'site', kind: 'packages', format: 'package-lock.json, version 3', packages: 'npm\tlodash\t4.17.20', left_out: '' },
    ]);
  await expect.poll(rounds).toBeGreaterThan(1);
  await fill('Product to watch', 'Fortinet FortiOS');
  await click('Watch');
  await expect.poll(() => table.rows().at(-1)).toMatchObject({ name: 'Fortinet FortiOS', kind: 'product' });
  await click('Delete “site”');
  await toastSaid('Inventory deleted');
});

test('an SBOM is read in a Worker: what is looked up is kept, what is not is named with its reason', async () => {
  const { table } = await openMonitor({ rows: [], look: empty });
  const components = [
    { type: 'library', name: 'lodash', purl: 'pkg:npm/lodash@4.17.20' },
    { type: 'library', name: 'openssl', purl: 'pkg:deb/debian/openssl@3.0.11' },
    { type: 'application', name: 'mystery', version: '2' },
  ];
  const file = new File([JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.5', components })], 'image.cdx.json');
  await page.getByLabelText('File', { exact: true }).upload(file);
  await click('Add packages');
  await toastSaid('1 package added, 2 components not looked up');
  await expect
    .poll(() => table.rows())
    .toMatchObject([{ name: 'image.cdx.json', format: 'CycloneDX 1.5', packages: 'npm\tlodash\t4.17.20' }]);
  await page.getByText(/^2 components not looked up of/).click();
  await seen(page.getByText('1 without the name of the distribution'));
  await seen(page.getByText('openssl 3.0.11'));
  await seen(page.getByText('1 without a package URL or a CPE'));
  await seen(page.getByText('mystery 2'));
  expect(await accessibilityFaults('the list')).toEqual([]);
});

test('a file of which nothing can be looked up is refused with the reasons, and one with a fault with its line', async () => {
  const { table } = await openMonitor({ rows: [], look: empty });
  await fill('Or paste it', JSON.stringify({ bomFormat: 'CycloneDX', components: [{ type: 'file', name: 'a' }] }));
  await click('Add packages');
  await seen(page.getByText('No component of the file (CycloneDX) can be looked up. It has 1 component: 1 describing a file.'));
  await fill('Or paste it', "lockfileVersion: '9.0'\npackages:\n  a: [1\n  b: 2\n");
  await click('Add packages');
  await seen(page.getByText('Line 4: Invalid YAML (bad indent).'));
  expect(table.rows()).toEqual([]);
});

test('an inventory shows what was not looked up, by reason, and which were only counted', async () => {
  await openMonitor();
  await seen(page.getByText('package-lock.json, version 3: 1 package, 1 vulnerable, checked', { exact: false }));
  await page.getByText(/^40 components not looked up of/).click();
  await seen(page.getByRole('heading', { name: '38 describing a file', exact: true }));
  await seen(page.getByText('and 38 more'));
  await seen(page.getByText('FortiOS 7.2.1'));
});

test('a search names what was read, and never links to malware', async () => {
  const { backend } = await openMonitor();
  const threat = {
    source: 'urlhaus',
    value: 'http://evil.example/a.sh',
    about: 'malware download: elf',
    status: 'online',
    firstSeen: '2026-11-22 10:00:00',
    lastSeen: '',
    reference: 'https://urlhaus.abuse.ch/url/1/',
  };
  backend.on('POST /functions/v1/threat-search', { json: { read: ['http://evil.example/a.sh'], items: [], threats: [threat] } });
  const field = 'CVE, IP address, host name, URL, or a product';
  await fill(field, 'hxxp://evil[.]example/a.sh');
  await click('Search');
  await seen(page.getByText('1 indicator for “http://evil.example/a.sh”.'));
  await seen(page.getByText('hxxp://evil[.]example/a.sh', { exact: true }).last());
  await gone(page.getByRole('link', { name: /evil/ }));
  backend.on('POST /functions/v1/threat-search', { json: { read: ['unheard.example'], items: [], threats: [] } });
  await click('Search');
  await seen(page.getByText('No source lists “unheard.example”. This does not prove that it is harmless.'));
  backend.on('POST /functions/v1/threat-search', 'lost');
  await click('Search');
  await seen(page.getByText('The server did not answer. Try again in a moment.'));
});

test('due dates are saved as a calendar, and CISA’s assessment is asked for', async () => {
  const files = catchFiles();
  const { backend } = await openMonitor();
  await seen(page.getByText('Due in 5 days'));
  await chooseFromMenu('Due dates (.ics)');
  await expect.poll(() => files.length).toBe(1);
  expect(await files[0]?.content.text()).toContain(`DTSTART;VALUE=DATE:${kev.dueOn.replaceAll('-', '')}`);
  backend.on('POST /functions/v1/threat-assess', { json: { asked: 1, assessed: 1, hasFailed: false } });
  await click(/^Get CISA SSVC assessment of CVE-2021-23337/);
  await toastSaid('1 assessment found');
  expect(backend.callsOf('POST /functions/v1/threat-assess')[0]?.body).toEqual({ cves: ['CVE-2021-23337'] });
});

test('while the server is away the last list stays, or there is a way to try again', async () => {
  const { backend } = await startOwnerWorld();
  backend.table('threat_inventories', [lockfile]);
  backend.on('POST /functions/v1/threat-look', 'lost');
  // A round that goes on: nothing is read again by itself.
  backend.on('POST /functions/v1/threat-refresh', () => new Promise(() => {}));
  await openOwnerPage('/threat-monitor');
  await seen(page.getByText('The list cannot be shown: the server does not answer.'));
  backend.on('POST /functions/v1/threat-look', { json: { ...full, items: [mine] } });
  await click('Try again');
  await seen(page.getByText('Due in 5 days'));
  await gone(page.getByText('The list cannot be shown: the server does not answer.'));
});

test('a page that was left asks no source again, though the inventory changed while they were being asked', async () => {
  const { backend } = await startOwnerWorld();
  backend.table('threat_inventories', [lockfile]);
  backend.on('POST /functions/v1/threat-look', { json: { ...full, items: [mine] } });
  backend.on('POST /functions/v1/threat-refresh', () => new Promise(() => {}));
  const rounds = () => backend.callsOf('POST /functions/v1/threat-refresh').length;
  const { router } = await openOwnerPage('/threat-monitor');
  await expect.poll(rounds).toBe(1);
  await click('Delete “site”');
  await toastSaid('Inventory deleted');
  await router.navigate('/');
  await seen(page.getByRole('heading', { name: 'Home' }));
  // What leaving sets off is over once the page can be come back to: that begins the next round.
  await router.navigate('/threat-monitor');
  await expect.poll(rounds).toBeGreaterThan(1);
  expect(rounds()).toBe(2);
});

test('the card on the dashboard has the figures, says when they are old, and sends nothing to a source', async () => {
  const { backend } = await startOwnerWorld();
  const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name: 'Threat Monitor' }) });
  const figures = () =>
    card
      .getByRole('definition')
      .elements()
      .map(({ textContent }) => textContent);
  backend.on('POST /functions/v1/threat-look', { json: { ...full, sources: [source('kev', { isStale: true })] } });
  await openOwnerPage('/dashboard#super-apps');
  await expect.poll(figures).toEqual(['1', '1']);
  await seen(card.getByText('as last known').first());
  expect(backend.callsOf('POST /functions/v1/threat-refresh')).toEqual([]);
});
