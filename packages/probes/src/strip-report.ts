import type { Report } from './report.ts';

/** What stands in place of an address that is nobody's business. */
export const privateAddress = '[private address]';

/** Facts that are the owner's and the target's own: what a service says of itself, and who agreed to what. */
const droppedFacts: ReadonlySet<string> = new Set(['banner', 'banners', 'consent', 'authorised']);

/**
 * A report as others may see it: without private addresses (RFC 1918, 6598, loopback, link-local, unique local), banners and
 * consent, wherever in it they stand, names of fields included. Everything else stays as it is.
 */
export function stripReport(report: Report): Report {
  return strip(report) as Report;
}

function strip(value: unknown): unknown {
  if (typeof value === 'string') return stripText(value);
  if (Array.isArray(value)) return value.map(strip);
  if (typeof value !== 'object' || value === null) return value;
  const stripped = new Map<string, unknown>();
  for (const [name, fact] of Object.entries(value)) {
    if (droppedFacts.has(name)) continue;
    stripped.set(freeName(stripText(name), stripped), strip(fact));
  }
  return Object.fromEntries(stripped);
}

function stripText(text: string): string {
  return text.replaceAll(privateIpv4, privateAddress).replaceAll(privateIpv6, privateAddress);
}

/** Two fields named by private addresses are not to become one: the second gets a number. */
function freeName(name: string, taken: ReadonlyMap<string, unknown>): string {
  let free = name;
  for (let count = 2; taken.has(free); count += 1) free = `${name} ${count}`;
  return free;
}

const octet = '(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)';

const privateIpv4 = new RegExp(
  `(?<![\\d.])(?:(?:10|127)\\.${octet}|192\\.168|169\\.254|172\\.(?:1[6-9]|2\\d|3[01])|100\\.(?:6[4-9]|[7-9]\\d|1[01]\\d|12[0-7]))\\.${octet}\\.${octet}(?!\\.?\\d)`,
  'g',
);

const privateIpv6 = /(?<![0-9a-f:])(?:f[cd][0-9a-f]{2}:[0-9a-f:]+|fe[89ab][0-9a-f]:[0-9a-f:]+|::1)(?![0-9a-f:])/gi;
