import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createEgress } from '../../../server/adapters/egress.ts';
import { createReadsHere } from '../../../server/foreign/reads-here.ts';
import { type NameSources, startNameSources } from '../../../tests/support/name-sources.ts';
import { loopback } from '../../../tests/support/tool-runs.ts';
import { radarKeyedSources, radarReaders } from './keyed-sources.ts';

let services: NameSources;
beforeEach(async () => {
  services = await startNameSources();
});
afterEach(() => services.stop());

const reads = createReadsHere(createEgress({ allowedNetworks: loopback }));
type Id = keyof NameSources['keys'];

function ask(id: Id, { key = services.keys[id], target = 'example.org', baseUrl = services.urls[id] } = {}) {
  const source = radarKeyedSources.find((one) => one.id === id);
  if (source === undefined) throw new Error(`no source ${id}`);
  return source.ask({ reads, key, baseUrl, target, signal: new AbortController().signal });
}

test.each([
  [
    'securitytrails',
    ['deep.trails.example.org', 'www.example.org'],
    ['/v1/domain/example.org/subdomains?children_only=false&include_inactive=true'],
  ],
  [
    'virustotal',
    ['total-one.example.org', 'total-two.example.org'],
    ['/api/v3/domains/example.org/subdomains?limit=40', '/api/v3/domains/example.org/subdomains?limit=40&cursor=CgYx%2B%2F%3D'],
  ],
  [
    'shodan',
    ['shodan1.example.org', 'shodan2.example.org'],
    ['/dns/domain/example.org?key=KEY&page=1', '/dns/domain/example.org?key=KEY&page=2'],
  ],
] as const)('%s is asked as it is documented, and its names are whole ones', async (id, names, paths) => {
  const answer = await ask(id);
  expect({ ...answer, names: answer.names.toSorted() }).toEqual({ names, problem: '' });
  expect(services.calls.map(({ path }) => path.replace(services.keys.shodan, 'KEY'))).toEqual(paths);
  if (id !== 'shodan') expect(services.calls.some(({ path }) => path.includes(services.keys[id]))).toBe(false);
});

test.each(['securitytrails', 'virustotal', 'shodan'] as const)(
  '%s: a wrong key is said to be rejected, an unknown domain has no names',
  async (id) => {
    expect(await ask(id, { key: 'wrong-key-0123456789' })).toEqual({ names: [], problem: 'The API key was rejected, status 401.' });
    expect(await ask(id, { target: 'example.net' })).toEqual({ names: [], problem: '' });
  },
);

const answers =
  (status: number, body: string) =>
  (response: ServerResponse): void =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(body);

test.each([
  [
    'securitytrails',
    403,
    '{"message":"This feature is not available for your subscription package."}',
    'The API key has no access to this query, status 403.',
  ],
  [
    'securitytrails',
    429,
    `{"message":"You've exceeded the usage limits for your account."}`,
    'The quota of the API key is used up, status 429.',
  ],
  ['virustotal', 403, '{"error":{"code":"ForbiddenError","message":"…"}}', 'The API key has no access to this query, status 403.'],
  [
    'virustotal',
    429,
    '{"error":{"code":"QuotaExceededError","message":"Quota exceeded"}}',
    'The quota of the API key is used up, status 429.',
  ],
  ['virustotal', 429, '{"error":{"code":"TooManyRequestsError","message":"…"}}', 'Too many requests, status 429.'],
  ['virustotal', 503, '{"error":{"code":"TransientError","message":"…"}}', 'It answered with status 503.'],
  ['shodan', 401, '<html><h1>401 Unauthorized</h1></html>', 'The API key was rejected, status 401.'],
  ['shodan', 403, '{"error":"Access denied (403 Forbidden)"}', 'The API key has no access to this query, status 403.'],
  [
    'shodan',
    401,
    '{"error":"Insufficient query credits, please upgrade your API plan or wait for the monthly limit to reset"}',
    'The quota of the API key is used up, status 401.',
  ],
  [
    'shodan',
    429,
    '{"error":"Request rate limit reached (1/ second). Please wait a second before trying again and slow down your API calls."}',
    'Too many requests, status 429.',
  ],
  ['shodan', 302, '', 'It answered with status 302.'],
] as const)('%s with status %i %s: %s', async (id, status, body, problem) => {
  services.fault = answers(status, body);
  expect(await ask(id)).toEqual({ names: [], problem });
  expect(services.calls).toHaveLength(1);
});

test.each([
  ['HTML', '<html>'],
  ['half an answer', '{"subdomains":["www",'],
  ['another shape', '{"subdomains":"www","data":{}}'],
  ['names that are numbers', '{"subdomains":[1],"data":[{"id":1}]}'],
  ['nothing', ''],
])('an answer that is %s is called one of an unexpected format, by each source', async (_title, body) => {
  services.fault = answers(200, body);
  for (const id of ['securitytrails', 'virustotal', 'shodan'] as const)
    expect(await ask(id)).toEqual({ names: [], problem: 'The answer has an unexpected format.' });
});

test('a part of the names is told as a part, and pages have an end', async () => {
  services.fault = answers(200, '{"subdomains":["www"],"meta":{"limit_reached":true}}');
  expect(await ask('securitytrails')).toEqual({ names: ['www.example.org'], problem: 'The source returned only a part of its names.' });
  services.fault = answers(200, '{"subdomains":["www"],"more":true}');
  expect(await ask('shodan')).toEqual({ names: ['www.example.org'], problem: 'There are more pages than were read.' });
  expect(services.calls).toHaveLength(1 + 4);
});

test('names that were read before a refusal are kept, with the refusal', async () => {
  services.fault = (response) => {
    services.fault = answers(429, '{"error":{"code":"QuotaExceededError","message":"…"}}');
    answers(200, '{"data":[{"id":"one.example.org"}],"meta":{"cursor":"x"}}')(response);
  };
  expect(await ask('virustotal')).toEqual({ names: ['one.example.org'], problem: 'The quota of the API key is used up, status 429.' });
});

test('a redirect is not followed: the key goes nowhere else', async () => {
  services.fault = (response) => void response.writeHead(301, { location: `${services.urls.shodan}/elsewhere` }).end();
  await ask('securitytrails');
  expect(services.calls).toHaveLength(1);
});

test('a source that cannot be reached is named by that, and no problem has an address in it', async () => {
  const { problem } = await ask('shodan', { baseUrl: 'http://127.0.0.1:1' });
  expect(problem).toBe('It cannot be reached.');
});

test('their requests share no process with what reads pages of any host', () => {
  expect(radarReaders.map((reader) => 'isKeyed' in reader && reader.isKeyed)).toEqual([true, true, true]);
});

test.each(['securitytrails', 'virustotal', 'shodan'] as const)('%s: a name that is too long for DNS costs no other name', async (id) => {
  const long = 'a'.repeat(255);
  services.fault = answers(200, JSON.stringify({ subdomains: [long, 'www'], data: [{ id: long }, { id: 'www.example.org' }] }));
  expect(await ask(id)).toEqual({ names: ['www.example.org'], problem: '' });
});
