import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { test as base, enterAsOwner, expect } from './test-app.ts';

const cve = 'CVE-2021-23337';
const dayAway = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const points = [{ Exploitation: 'active' }, { Automatable: 'no' }, { 'Technical Impact': 'total' }];
const ssvc = { other: { type: 'ssvc', content: { timestamp: '2026-01-01T00:00:00Z', options: points } } };
const exploited = {
  cveID: cve,
  vendorProject: 'lodash',
  product: 'lodash',
  vulnerabilityName: 'lodash Command Injection',
  dateAdded: dayAway(-20),
  dueDate: dayAway(5),
  requiredAction: 'Apply updates.',
  knownRansomwareCampaignUse: 'Unknown',
};
const advisory = {
  id: 'GHSA-35jh-r3h4-6jhm',
  summary: 'Command Injection in lodash',
  aliases: [cve],
  affected: [{ package: { ecosystem: 'npm', name: 'lodash' }, ranges: [{ type: 'SEMVER', events: [{ fixed: '4.17.21' }] }] }],
};
const answers: Readonly<Record<string, string | Buffer>> = {
  '/kev/known_exploited_vulnerabilities.json': JSON.stringify({ catalogVersion: '2026.11.21', count: 1, vulnerabilities: [exploited] }),
  '/epss/epss_scores-current.csv.gz': gzipSync(
    `#model_version:v2026,score_date:${dayAway(0)}T00:00:00+0000\ncve,epss,percentile\n${cve},0.5,0.97\n`,
  ),
  '/osv/querybatch': JSON.stringify({ results: [{ vulns: [{ id: advisory.id, modified: '1' }] }] }),
  [`/osv/vulns/${advisory.id}`]: JSON.stringify(advisory),
  [`/ssvc/2021/23xxx/${cve}.json`]: JSON.stringify({
    containers: { adp: [{ providerMetadata: { shortName: 'CISA-ADP' }, metrics: [ssvc] }] },
  }),
};

/** An app whose sources lie on this machine. */
const test = base.extend<{ sources: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from its first parameter.
  sources: async ({}, use) => {
    const server = createServer((request, response) => {
      const body = answers[request.url ?? ''];
      request.resume().once('end', () => response.writeHead(body === undefined ? 404 : 200).end(body));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.closeAllConnections();
    server.close();
  },
  serverEnvironment: async ({ sources }, use) =>
    use({
      TOOLS_ALLOW_CIDRS: '127.0.0.0/8',
      KEV_FEED_URL: `${sources}/kev`,
      EPSS_FEED_URL: `${sources}/epss`,
      OSV_API_URL: `${sources}/osv`,
      VULNRICHMENT_URL: `${sources}/ssvc`,
    }),
});

test('a lockfile is compared with what the sources say; the card tells its figures, and the log that they were asked', async ({
  page,
  app,
}) => {
  await enterAsOwner(page, app);
  await page.goto('/threat-monitor');
  await expect(page.getByText('Saved.')).toBeVisible();
  await page
    .getByLabel('Or paste it')
    .fill(JSON.stringify({ lockfileVersion: 3, packages: { 'node_modules/lodash': { version: '4.17.20' } } }));
  await page.getByLabel('Name', { exact: true }).fill('site');
  await page.getByRole('button', { name: 'Add packages' }).click();
  await expect(page.getByRole('heading', { name: /^1 vulnerability in 1 of 1 package, 1 known to be exploited\./ })).toBeVisible();
  const item = page.getByRole('listitem').filter({ hasText: 'lodash Command Injection' });
  await expect(item).toContainText('Due in 5 days');
  await item.getByRole('button', { name: `Get CISA SSVC assessment of ${cve}` }).click();
  await expect(item).toContainText('CISA SSVC: active exploitation');

  await page.goto('/dashboard#super-apps');
  const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name: 'Threat Monitor' }) });
  await expect(card.getByRole('definition')).toHaveText(['1', '1']);
  await page.goto('/dashboard#security');
  await expect(page.getByText(/threat-monitor finished: .*CISA KEV/).first()).toBeVisible();
});
