import { cleanText } from '@castellan/exports/plain-text';
import { parseJson } from '@castellan/foundation/parse-json';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { FeedFailure } from './kev.ts';
import { hostOfUrl, normaliseUrl, readIndicator } from './refang.ts';

/** Something that was seen doing harm, by one of the feeds. */
export type Threat = {
  readonly source: 'feodo' | 'urlhaus';
  /** An address, or a URL in its normal spelling. */
  readonly value: string;
  /** The malware, or what is known of it. */
  readonly about: string;
  readonly status: string;
  readonly firstSeen: string;
  readonly lastSeen: string;
  /** Where more is written about it. */
  readonly reference: string;
};

/** Reads Feodo Tracker's block list of command and control servers (JSON). An empty list is one: there may be none. */
export function parseFeodo(text: string): Result<readonly Threat[], FeedFailure> {
  const input = parseJson(text);
  if (input === undefined) return refuse('feed_truncated', 'Invalid or truncated JSON.');
  if (!Array.isArray(input)) return refuse('feed_malformed', 'The answer is not a list.');
  const threats: Threat[] = [];
  for (const row of input as readonly Readonly<Record<string, unknown>>[]) {
    const text = (name: string) => (typeof row?.[name] === 'string' ? cleanText(row[name], 120) : '');
    const address = readIndicator(text('ip_address'));
    if (address === undefined || (address.kind !== 'ipv4' && address.kind !== 'ipv6'))
      return refuse('feed_malformed', `Row ${threats.length + 1} has no address.`);
    const port = typeof row['port'] === 'number' ? `, port ${row['port']}` : '';
    threats.push({
      source: 'feodo',
      value: address.value,
      about: `${text('malware') || 'Command and control'}${port}`,
      status: text('status'),
      firstSeen: text('first_seen'),
      lastSeen: text('last_online'),
      reference: `https://feodotracker.abuse.ch/browse/host/${address.value}/`,
    });
  }
  return succeed(threats);
}

const columns = 9;

/** Reads URLhaus' list of recent addresses (CSV with nine quoted columns under lines of comment). */
export function parseUrlhaus(text: string): Result<readonly Threat[], FeedFailure> {
  const threats: Threat[] = [];
  let [row, isComplete] = [0, false];
  for (const line of text.split(/\r?\n/)) {
    if (line === '' || line.startsWith('#')) continue;
    row += 1;
    const cells = line.startsWith('"') && line.endsWith('"') ? line.slice(1, -1).split('","') : [];
    if (cells.length !== columns) return refuse(row > 1 ? 'feed_truncated' : 'feed_malformed', `Row ${row} does not have nine columns.`);
    const [, added = '', address = '', status = '', lastSeen = '', threat = '', tags = '', reference = ''] = cells;
    const value = normaliseUrl(address.replaceAll('""', '"'));
    if (value === undefined) continue;
    const about = [threat.replaceAll('_', ' '), tags === 'None' ? '' : tags].filter(Boolean).join(': ');
    threats.push({
      source: 'urlhaus',
      value: cleanText(value, 2048),
      about: cleanText(about, 160),
      status: cleanText(status, 20),
      firstSeen: cleanText(added, 30),
      lastSeen: cleanText(lastSeen, 30),
      reference: /^https:\/\/urlhaus\.abuse\.ch\/url\/\d+\/$/.test(reference) ? reference : '',
    });
    isComplete = true;
  }
  return isComplete ? succeed(threats) : refuse('feed_malformed', 'The file has no rows.');
}

/** All threats, to be searched by what was written: an address, a host name, a URL. */
export type ThreatIndex = { readonly size: number; readonly search: (text: string) => readonly Threat[] };

const maxFound = 200;

/**
 * Makes an index. A URL finds itself and, after it, what is known of its host; an address or a name finds every URL of that host,
 * and of hosts below it.
 */
export function indexThreats(threats: readonly Threat[]): ThreatIndex {
  const byHost = new Map<string, Threat[]>();
  const add = (host: string, threat: Threat) => {
    const known = byHost.get(host);
    if (known === undefined) byHost.set(host, [threat]);
    else known.push(threat);
  };
  for (const threat of threats) {
    const host = threat.value.startsWith('http') ? hostOfUrl(threat.value) : threat.value;
    add(host, threat);
    if (!/[a-z]/.test(host.slice(-1))) continue;
    for (let dot = host.indexOf('.'); dot !== -1; dot = host.indexOf('.', dot + 1)) {
      const parent = host.slice(dot + 1);
      if (parent.includes('.')) add(parent, threat);
    }
  }
  return {
    size: threats.length,
    search: (text) => {
      const indicator = readIndicator(text);
      if (indicator === undefined) return [];
      const host = indicator.kind === 'url' ? hostOfUrl(indicator.value) : indicator.value;
      const found = byHost.get(host) ?? [];
      const exact = found.filter(({ value }) => value === indicator.value);
      return [...exact, ...found.filter((threat) => !exact.includes(threat)).slice(0, maxFound)];
    },
  };
}

function refuse(code: FeedFailure['code'], message: string): Result<never, FeedFailure> {
  return fail({ code, message });
}
