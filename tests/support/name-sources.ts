import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';

/** Stand-ins for SecurityTrails, VirusTotal and Shodan on loopback, which answer as their documentation says. */
export type NameSources = {
  /** Settings by which a server asks these. */
  readonly environment: Readonly<Record<string, string>>;
  readonly urls: Readonly<Record<'securitytrails' | 'virustotal' | 'shodan', string>>;
  readonly keys: Readonly<Record<'securitytrails' | 'virustotal' | 'shodan', string>>;
  readonly calls: readonly { readonly path: string; readonly headers: IncomingHttpHeaders }[];
  /** What is answered in place of everything. */
  fault: ((response: ServerResponse) => void) | undefined;
  readonly stop: () => Promise<void>;
};

const keys = {
  securitytrails: 'SecurityTrailsKey0123456789abcde',
  virustotal: 'f'.repeat(64),
  shodan: 'ShodanKey0123456789abcdefghijklm',
} as const;

type Answer = readonly [status: number, body: object];

/** docs.securitytrails.com, "List Subdomains". */
function answerSecurityTrails({ pathname }: URL, headers: IncomingHttpHeaders): Answer {
  if (headers['apikey'] !== keys.securitytrails) return [401, { message: 'Invalid authentication credentials' }];
  if (pathname !== '/v1/domain/example.org/subdomains') return [404, { message: 'Not found' }];
  return [200, { endpoint: pathname, meta: { limit_reached: false }, subdomain_count: 2, subdomains: ['www', 'deep.trails'] }];
}

/** docs.virustotal.com, "Get objects related to a domain", "Collections" and "Errors". */
function answerVirusTotal({ pathname, searchParams }: URL, headers: IncomingHttpHeaders): Answer {
  if (headers['x-apikey'] === undefined)
    return [401, { error: { code: 'AuthenticationRequiredError', message: 'X-Apikey header is missing' } }];
  if (headers['x-apikey'] !== keys.virustotal) return [401, { error: { code: 'WrongCredentialsError', message: 'Wrong API key' } }];
  if (pathname !== '/api/v3/domains/example.org/subdomains')
    return [404, { error: { code: 'NotFoundError', message: 'Domain not found' } }];
  const object = (id: string) => ({
    type: 'domain',
    id,
    attributes: {},
    links: { self: `https://www.virustotal.com/api/v3/domains/${id}` },
  });
  return searchParams.get('cursor') === 'CgYx+/='
    ? [200, { data: [object('total-two.example.org')], meta: { count: 2 }, links: {} }]
    : [200, { data: [object('total-one.example.org')], meta: { count: 2, cursor: 'CgYx+/=' }, links: { next: '…' } }];
}

/** developer.shodan.io, `/dns/domain/{domain}`. */
function answerShodan({ pathname, searchParams }: URL): Answer {
  if (searchParams.get('key') !== keys.shodan) return [401, { error: 'Invalid API key' }];
  if (pathname !== '/dns/domain/example.org') return [404, { error: 'No information available for that domain.' }];
  const page = Number(searchParams.get('page'));
  return [
    200,
    {
      domain: 'example.org',
      tags: ['ipv6'],
      data: [{ subdomain: `shodan${page}`, type: 'A', value: '192.0.2.1', last_seen: '2026-11-01T00:00:00+00:00' }],
      subdomains: [`shodan${page}`],
      more: page < 2,
    },
  ];
}

/** Starts them. */
export async function startNameSources(): Promise<NameSources> {
  const calls: { path: string; headers: IncomingHttpHeaders }[] = [];
  const server = createServer((request, response) => {
    const { url = '', headers } = request;
    calls.push({ path: url, headers });
    if (sources.fault !== undefined) return sources.fault(response);
    const address = new URL(url, 'http://localhost');
    const [status, body] = address.pathname.startsWith('/v1/')
      ? answerSecurityTrails(address, headers)
      : address.pathname.startsWith('/api/v3/')
        ? answerVirusTotal(address, headers)
        : answerShodan(address);
    return response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const base = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  const urls = { securitytrails: `${base}/v1`, virustotal: `${base}/api/v3`, shodan: base };
  const sources: NameSources = {
    environment: {
      SECURITYTRAILS_URL: urls.securitytrails,
      VIRUSTOTAL_URL: urls.virustotal,
      SHODAN_URL: urls.shodan,
      TOOLS_ALLOW_CIDRS: '127.0.0.0/8',
    },
    urls,
    keys,
    calls,
    fault: undefined,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return sources;
}
