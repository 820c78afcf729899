import { parseJson } from '@castellan/foundation/parse-json';
import { z } from 'zod';
import type { EgressRequest } from '../../../server/adapters/egress.ts';
import type { AnyReader, Reader } from '../../../server/foreign/reader.ts';
import type { KeyedAnswer, KeyedAsking, KeyedSource } from '../../../server/tools/keyed-source.ts';
import { describeFailure } from './ask-logs.ts';

/** Names of one source that are taken. */
const maxNames = 10_000;

const maxNameLength = 253;

/** Pages of one source that are read: each counts against the key's quota. */
const maxPages = 4;

/** What a service answered, whatever its status. */
type Page = {
  readonly status: number;
  readonly names: readonly string[];
  /** How the next page is asked for; null where there is none. */
  readonly next: string | null;
  /** It has more names than it told, and no page for them. */
  readonly isPart: boolean;
  /** It says that the key's quota is used up. */
  readonly isSpent: boolean;
  /** The body of an answer with status 200 was understood. */
  readonly isRead: boolean;
};

type Found = { readonly names: readonly string[]; readonly next?: string | null | undefined; readonly isPart?: boolean | undefined };

const pageSchema = z.object({
  status: z.int().min(100).max(999),
  names: z.array(z.string().max(260)).max(maxNames),
  next: z.string().max(2_000).nullable(),
  isPart: z.boolean(),
  isSpent: z.boolean(),
  isRead: z.boolean(),
});

/** `read`: the names of an answer with status 200; `isSpent`: whether another answer's JSON says that the quota is used up. */
function pageReader(
  name: string,
  read: (body: unknown) => Found | undefined,
  isSpent: (body: unknown, status: number) => boolean,
): Reader<null, Page> {
  return {
    name,
    isKeyed: true,
    maxJsonBytes: 4 * 1024 * 1024,
    value: pageSchema,
    read: ({ status, body }) => {
      const json = parseJson(new TextDecoder().decode(body));
      const found = status === 200 ? read(json) : undefined;
      const usable = (found?.names ?? []).filter((one) => one.length <= 260);
      return {
        value: {
          status,
          names: usable.slice(0, maxNames),
          next: found?.next ?? null,
          isPart: found?.isPart === true || usable.length > maxNames,
          isSpent: status !== 200 && isSpent(json, status),
          isRead: found !== undefined,
        },
      };
    },
  };
}

const says = (body: unknown, field: string): string => {
  const told = typeof body === 'object' && body !== null ? (body as Readonly<Record<string, unknown>>)[field] : undefined;
  return typeof told === 'string' ? told : '';
};

/** docs.securitytrails.com, "List Subdomains": labels before the domain. Of too many it tells a part. */
const securityTrailsSchema = z.object({
  subdomains: z.array(z.string()),
  meta: z.object({ limit_reached: z.boolean().optional() }).optional(),
});

const securityTrailsReader = pageReader(
  'securitytrails-subdomains',
  (body) => {
    const read = securityTrailsSchema.safeParse(body).data;
    return read === undefined ? undefined : { names: read.subdomains, isPart: read.meta?.limit_reached };
  },
  // The only limit that it has a message for.
  (body, status) => status === 429 && /usage limits/i.test(says(body, 'message')),
);

/** docs.virustotal.com, "Get objects related to a domain" and "Collections": objects with their names as ids, and a cursor. */
const virusTotalSchema = z.object({
  data: z.array(z.object({ id: z.string() })),
  meta: z.object({ cursor: z.string().optional() }).optional(),
});

const virusTotalErrorSchema = z.object({ error: z.object({ code: z.string() }) });

const virusTotalReader = pageReader(
  'virustotal-subdomains',
  (body) => {
    const read = virusTotalSchema.safeParse(body).data;
    return read === undefined ? undefined : { names: read.data.map(({ id }) => id), next: read.meta?.cursor };
  },
  (body) => virusTotalErrorSchema.safeParse(body).data?.error.code === 'QuotaExceededError',
);

/** developer.shodan.io, `/dns/domain/{domain}`: labels before the domain, page by page. */
const shodanSchema = z.object({ subdomains: z.array(z.string()), more: z.boolean().optional() });

const shodanReader = pageReader(
  'shodan-domain',
  (body) => {
    const read = shodanSchema.safeParse(body).data;
    return read === undefined ? undefined : { names: read.subdomains, next: read.more === true ? 'more' : null };
  },
  (body) => /query credits/i.test(says(body, 'error')),
);

/** All of them, for the list of readers. */
export const radarReaders: readonly AnyReader[] = [securityTrailsReader, virusTotalReader, shodanReader];

type Ways = {
  readonly reader: Reader<null, Page>;
  readonly request: (asking: KeyedAsking, next: string | null, page: number) => Pick<EgressRequest, 'url' | 'headers'>;
  /** Names come without the domain. */
  readonly isBare: boolean;
};

async function askPages(asking: KeyedAsking, { reader, request, isBare }: Ways): Promise<KeyedAnswer> {
  const names = new Set<string>();
  const told = (problem: string) => ({ names: [...names].slice(0, maxNames), problem });
  let next: string | null = null;
  for (let page = 1; page <= maxPages; page += 1) {
    const { url, headers = {} } = request(asking, next, page);
    const sent = { url, headers: { accept: 'application/json', ...headers }, signal: asking.signal };
    // A redirect is not followed: the key goes to the source alone.
    const answer = await asking.reads.fetch(reader, { ...sent, maxBodyBytes: 8 * 1024 * 1024, timeoutMs: 15_000 }, null);
    if (!answer.ok) return told(describeReadFailure(answer.failure.code));
    const got = answer.value.value;
    // It knows nothing of the domain.
    if (got.status === 404) return told('');
    if (got.status !== 200) return told(describeRefusal(got));
    if (!got.isRead) return told('The answer has an unexpected format.');
    for (const name of got.names.map((one) => (isBare ? `${one}.${asking.target}` : one))) {
      // DNS has no longer names: such as stand in an answer are passed over, and the others still count.
      if (name.length <= maxNameLength) names.add(name);
    }
    if (got.isPart) return told('The source returned only a part of its names.');
    if (got.next === null || got.next === '' || (got.next === next && got.next !== 'more')) return told('');
    next = got.next;
  }
  return told('There are more pages than were read.');
}

function describeRefusal({ status, isSpent }: Page): string {
  if (isSpent) return `The quota of the API key is used up, status ${status}.`;
  if (status === 401) return 'The API key was rejected, status 401.';
  if (status === 403) return 'The API key has no access to this query, status 403.';
  return status === 429 ? 'Too many requests, status 429.' : `It answered with status ${status}.`;
}

type FailureCode = Extract<Awaited<ReturnType<KeyedAsking['reads']['fetch']>>, { readonly ok: false }>['failure']['code'];

function describeReadFailure(code: FailureCode): string {
  if (code === 'unreadable') return 'The answer has an unexpected format.';
  if (code === 'busy') return 'Too many requests are waiting on this server.';
  return describeFailure(code);
}

/** The sources of names that want a key. */
export const radarKeyedSources: readonly KeyedSource[] = [
  {
    id: 'securitytrails',
    title: 'SecurityTrails',
    keyPage: 'https://securitytrails.com/app/account/credentials',
    ask: (asking) =>
      askPages(asking, {
        reader: securityTrailsReader,
        isBare: true,
        request: ({ baseUrl, target, key }) => ({
          url: `${baseUrl}/domain/${target}/subdomains?children_only=false&include_inactive=true`,
          headers: { apikey: key },
        }),
      }),
  },
  {
    id: 'virustotal',
    title: 'VirusTotal',
    keyPage: 'https://www.virustotal.com/gui/my-apikey',
    ask: (asking) =>
      askPages(asking, {
        reader: virusTotalReader,
        isBare: false,
        request: ({ baseUrl, target, key }, next) => ({
          url: `${baseUrl}/domains/${target}/subdomains?${new URLSearchParams({ limit: '40', ...(next === null ? {} : { cursor: next }) })}`,
          headers: { 'x-apikey': key },
        }),
      }),
  },
  {
    id: 'shodan',
    title: 'Shodan',
    keyPage: 'https://account.shodan.io/',
    ask: (asking) =>
      askPages(asking, {
        reader: shodanReader,
        isBare: true,
        // It takes the key nowhere else than in the address.
        request: ({ baseUrl, target, key }, _next, page) => ({
          url: `${baseUrl}/dns/domain/${target}?${new URLSearchParams({ key, page: String(page) })}`,
        }),
      }),
  },
];
