import { isPublicHost } from '@castellan/foundation/public-host';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ForeignServices, makeIcon, type ServiceFault, startForeignServices } from '../../../tests/support/foreign-services.ts';
import { createEgress, type Resolve } from '../../adapters/egress.ts';
import { createReadsHere } from '../../foreign/reads-here.ts';
import { createListedLog, makeTestCall } from '../../functions/test-call.ts';
import { createQuietLog } from '../../quiet-log.ts';
import { parseSettings } from '../../settings.ts';
import { createAskIcon } from './site-icon.ts';
import { createSiteIconFunction, iconLimit, maxIconsAtOnce } from './site-icon-function.ts';

const host = 'bank.example.org';
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

let services: ForeignServices;
let nowMs = 0;
let lines: string[] = [];
beforeEach(async () => {
  services = await startForeignServices();
  services.icons.set(host, makeIcon(20, 90, 160));
  nowMs = Date.parse('2026-11-21T10:00:00Z');
  lines = [];
});
afterEach(() => services.stop());

type Opened = { readonly environment?: Readonly<Record<string, string>>; readonly template?: string; readonly resolve?: Resolve };

function open({ environment = {}, template, resolve }: Opened = {}) {
  const settings = parseSettings({ ...services.environment, ...environment });
  if (!settings.ok) throw new Error(settings.failure.message);
  const { siteIconUrl = template, allowedNetworks } = settings.value;
  const clock = { nowMs: () => nowMs };
  const log = createListedLog(lines);
  const egress = createEgress({ allowedNetworks, ...(resolve === undefined ? {} : { resolve }) });
  const address = template ?? siteIconUrl;
  const ask =
    address === undefined
      ? undefined
      : createAskIcon({ reads: createReadsHere(egress), template: address, log: createQuietLog(log, clock) });
  const { handle } = createSiteIconFunction({ ask, clock, log });
  return async (body: unknown): Promise<unknown> => {
    const request = new Request('https://castellan.test/functions/v1/site-icon', { method: 'POST', body: JSON.stringify(body) });
    const answer = await handle(request, makeTestCall());
    const read: unknown = await answer.json();
    expect(answer.headers.get('cache-control')).toBe('no-store');
    return answer.status === 200 ? read : [answer.status, answer.headers.get('retry-after')];
  };
}

test('the service is asked for the site by its name alone, and the icon comes with the type of its own bytes', async () => {
  const icon = makeIcon(20, 90, 160);
  expect(await open()({ host })).toEqual({ outcome: 'icon', type: 'image/x-icon', data: Buffer.from(icon).toString('base64') });
  expect(services.calls.map(({ path }) => path)).toEqual([`/icon/${host}`]);
  expect(Object.keys(services.calls[0]?.headers ?? {}).sort()).toEqual(['accept', 'accept-encoding', 'connection', 'host', 'user-agent']);
});

test('what is called a page and is a picture is a picture', async () => {
  services.fault = { kind: 'body', body: png, type: 'text/html' };
  expect(await open()({ host })).toEqual({ outcome: 'icon', type: 'image/png', data: png.toString('base64') });
});

const hugePng = Buffer.from(png);
hugePng.writeUInt32BE(60_000, 16);
const icons: readonly (readonly [string, ServiceFault])[] = [
  ['a drawing that is a document', { kind: 'body', body: '<svg xmlns="http://www.w3.org/2000/svg"/>', type: 'image/png' }],
  ['a page', { kind: 'body', body: '<!doctype html><script>alert(1)</script>', type: 'image/x-icon' }],
  ['a script behind the mark of a picture', { kind: 'body', body: 'GIF89a=1;alert(1)//' }],
  ['nothing', { kind: 'body', body: '' }],
  ['a small file that claims to be huge', { kind: 'body', body: hugePng }],
  ['more than 32 KiB', { kind: 'body', body: Buffer.concat([png, Buffer.alloc(32 * 1024)]) }],
  ['404 with a picture', { kind: 'status', status: 404 }],
];

test.each(icons)('a service that answers %s has no icon', async (_what, fault) => {
  services.fault = fault;
  expect(await open()({ host })).toEqual({ outcome: 'none' });
});

test.each<readonly [string, ServiceFault]>([
  ['429', { kind: 'status', status: 429 }],
  ['503', { kind: 'status', status: 503 }],
  ['half a picture', { kind: 'half' }],
  ['a redirect into a private network', { kind: 'status', status: 302, headers: { location: 'http://169.254.169.254/latest' } }],
  ['a redirect to a file', { kind: 'status', status: 302, headers: { location: 'file:///etc/passwd' } }],
])('a service that answers %s gave no answer, and the log names neither site nor address', async (_what, fault) => {
  services.fault = fault;
  expect(await open()({ host })).toEqual({ outcome: 'unavailable' });
  expect(lines.filter((line) => line.startsWith('warn'))).toHaveLength(1);
  expect(lines.join('\n')).not.toMatch(/bank|169\.254|127\.0\.0\.1|passwd/);
});

test('a redirect to another public address of the service is followed', async () => {
  services.faultOf = (path) =>
    path.startsWith('/icon/')
      ? { kind: 'status', status: 301, headers: { location: `${services.url}/moved` } }
      : { kind: 'body', body: png };
  expect(await open()({ host })).toMatchObject({ outcome: 'icon', type: 'image/png' });
});

test('a redirect that never ends does', async () => {
  services.fault = { kind: 'status', status: 302, headers: { location: '/again' } };
  expect(await open()({ host })).toEqual({ outcome: 'unavailable' });
  expect(services.calls).toHaveLength(4);
});

test('where sites are asked themselves, a public name that leads into a private network is not followed there', async () => {
  const asked: string[] = [];
  const resolve: Resolve = async (name) => {
    asked.push(name);
    return ['10.0.0.1'];
  };
  const ask = open({ template: 'https://{host}/favicon.ico', resolve });
  expect(await ask({ host })).toEqual({ outcome: 'unavailable' });
  expect(asked).toEqual([host]);
  expect(lines[0]).toContain('address_refused');
});

test('a service in a private network is not reached unless the operator allows it', async () => {
  expect(await open({ environment: { TOOLS_ALLOW_CIDRS: '' } })({ host })).toEqual({ outcome: 'unavailable' });
  expect(services.calls).toEqual([]);
});

test.each(['bank.example.org', 'xn--bcher-kva.de', 'a.co', 'login.bank-1.co.uk'])('%s is a name that the world knows', (name) => {
  expect(isPublicHost(name)).toBe(true);
});

test.each([
  ...['', 'localhost', 'router', 'router.local', 'nas.lan', 'wiki.corp', 'a.internal', 'x.home.arpa', 'bank.example', 'a.test', 'b.onion'],
  ...['127.0.0.1', '0x7f.1', '2130706433', '[::1]', '169.254.169.254', '1.2.3', 'example.org.', '.example.org', 'exa_mple.org'],
  ...[
    'bank.example.org:8443',
    'user@bank.example.org',
    'bank.example.org/',
    '../bank.example.org',
    'bank.example.org?x',
    'BANK.example.org',
  ],
  ...['bank.example.org\r\nx: y', 'bank.example.org\n', 'bücher.de', '-a.example.org', 'a-.example.org', `${'a'.repeat(64)}.example.org`],
  ...[`${'a.'.repeat(126)}org`, 'bank.example.org#x', 'bank example.org', '%2e%2e.example.org'],
])('%j is told to nobody', async (name) => {
  expect(await open()({ host: name })).toEqual([400, null]);
  expect(services.calls).toEqual([]);
});

test('only so many are asked for at once, and in a minute', async () => {
  const ask = open();
  services.fault = { kind: 'status', status: 404 };
  const atOnce = await Promise.all(Array.from({ length: maxIconsAtOnce + 1 }, () => ask({ host })));
  expect(atOnce.filter(Array.isArray)).toEqual([[429, '1']]);
  for (let asked = maxIconsAtOnce; asked < iconLimit.limit; asked += 1) await ask({ host });
  expect(await ask({ host })).toEqual([429, '60']);
  expect(services.calls).toHaveLength(iconLimit.limit);
});

test('where the operator switched it off, nobody is asked', async () => {
  expect(await open({ environment: { SITE_ICON_URL: 'off' } })({ host })).toEqual({ outcome: 'off' });
  expect(services.calls).toEqual([]);
});
