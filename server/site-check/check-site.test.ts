import { createServer } from 'node:http';
import { readMinisignKey } from '@castellan/release/minisign';
import { hashOf, writeRelease } from '@castellan/release/release';
import { keyPairOf, releaseOf } from '@castellan/release/test-releases';
import { expect, test } from 'vitest';
import { createLoopbackEgress } from '../../tests/support/foreign-services.ts';
import { listenForTest } from '../../tests/support/listen.ts';
import { checkSite, type SiteCheck } from './check-site.ts';

const policy = "default-src 'none'; script-src 'self'; connect-src 'self'";
const page = '<!doctype html><script src="/assets/a.js"></script>';
const release = (version = 7) =>
  writeRelease(
    releaseOf({
      version,
      routes: ['/dashboard'],
      files: { '/dashboard': hashOf(Buffer.from(page)), '/assets/a.js': hashOf(Buffer.from('a()')) },
      policies: { page: policy, worker: policy, 'wasm-worker': policy, 'service-worker': policy },
    }),
  );
const pair = keyPairOf(1);

type Host = { bytes: Uint8Array; signature: string | undefined; page: string; script: string; policy: string; toFirefox?: string };

/** What the check finds at a host that changed something of a whole, signed site. */
async function findingsAt(change: Partial<Host>, check: Partial<SiteCheck> = {}) {
  const bytes = change.bytes ?? release();
  const host: Host = { bytes, signature: pair.sign(bytes), page, script: 'a()', policy, ...change };
  const server = createServer((request, response) => {
    const isFirefox = request.headers['user-agent']?.includes('Firefox') === true;
    const answers: Record<string, Uint8Array | string | undefined> = {
      '/release.json': host.bytes.length === 0 ? undefined : host.bytes,
      '/release.json.minisig': host.signature,
      '/dashboard': isFirefox ? (host.toFirefox ?? host.page) : host.page,
      '/assets/a.js': host.script,
    };
    const body = answers[request.url ?? ''];
    response.writeHead(body === undefined ? 404 : 200, { 'content-security-policy': host.policy }).end(body);
  });
  const port = await listenForTest(server);
  const key = readMinisignKey(pair.line);
  if (!key.ok) throw new Error('no key');
  const given: SiteCheck = { origin: `http://127.0.0.1:${port}`, key: key.value, own: release(), notBefore: 0, ...check };
  const report = await checkSite(createLoopbackEgress(), given);
  server.close();
  const found = [
    ...new Set(report.findings.map(({ kind, path, detail }) => [kind, path, ...(detail === undefined ? [] : [detail])].join(' '))),
  ];
  return { found, visitors: new Set(report.findings.map(({ visitor }) => visitor)).size, report };
}

test('a whole site with its signed release has no finding', async () => {
  const { found, report } = await findingsAt({});
  expect(found).toEqual([]);
  expect(report.release).toMatchObject({ version: 7, isSigned: true });
});

const evil = page.replace('<script', '<script src="https://evil.example/x.js"></script><script');

test.each<[string, Partial<Host>, Partial<SiteCheck>, readonly string[], number]>([
  ['a changed byte of a script', { script: 'b()' }, {}, ['file_changed /assets/a.js'], 3],
  ['an added script', { page: evil }, {}, ['file_changed /dashboard', 'script_added /dashboard https://evil.example/x.js'], 3],
  ['another page for one browser', { toFirefox: `${page} ` }, {}, ['file_changed /dashboard'], 1],
  ['a widened policy', { policy: `${policy} https:` }, {}, ['policy_weaker /dashboard connect-src'], 3],
  ['a release that is withheld', { bytes: new Uint8Array() }, {}, ['release_missing /release.json'], 3],
  ['an old release', { bytes: release(3) }, { notBefore: 7 }, ['release_differs /release.json', 'release_older /release.json 3'], 3],
  ['a signature that is withheld', { signature: undefined }, {}, ['signature_missing /release.json.minisig'], 3],
  ['a signature of another key', { signature: keyPairOf(2).sign(release()) }, {}, ['signature_wrong /release.json.minisig'], 3],
])('%s is named, with who got it', async (_, change, check, named, visitors) => {
  const seen = await findingsAt(change, check);
  expect(seen.found.toSorted()).toEqual([...named].toSorted());
  expect(seen.visitors).toBe(visitors);
});
