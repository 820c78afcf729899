import { parseIpv4, parseIpv6, writeIp } from '@castellan/foundation/ip-address';
import { fail, type Result, succeed } from '@castellan/foundation/result';

/** A host in its one normal spelling. */
export type Host = {
  readonly kind: 'name' | 'ipv4' | 'ipv6';
  /** A name in lower case, an IPv4 address in dotted decimals, or an IPv6 address without brackets, compressed (RFC 5952). */
  readonly host: string;
};

/** A host and a port. */
export type Target = Host & { readonly port: number };

/**
 * Why a text is no target. Every spelling that some program would read as something else is refused, not repaired:
 * - `target_empty`, `target_too_long`.
 * - `target_characters`: spaces, control characters, user names, paths, or letters beyond ASCII.
 * - `target_name`: no host name (RFC 1123), or one with a dot at its end.
 * - `target_address`: an IP address that is not written in the usual way.
 * - `target_port`: no number from 1 to 65535.
 */
export type TargetFailure = {
  readonly code: 'target_empty' | 'target_too_long' | 'target_characters' | 'target_name' | 'target_address' | 'target_port';
  readonly message: string;
};

const maxTargetLength = 300;

/** Reads `host`, `host:port`, `1.2.3.4`, `1.2.3.4:port`, `2001:db8::1`, `[2001:db8::1]` or `[2001:db8::1]:port`. */
export function parseTarget(text: string, defaultPort: number): Result<Target, TargetFailure> {
  const refused = refuseCharacters(text);
  if (refused !== undefined) return fail(refused);
  const parts = splitPort(text);
  if (parts === undefined) return fail(failures.address);
  const host = parseHost(parts.host);
  if (!host.ok) return host;
  if (parts.port === undefined) return succeed({ ...host.value, port: defaultPort });
  // A zero in front is read as octal by some.
  if (!/^[1-9]\d{0,4}$/.test(parts.port) || Number(parts.port) > 65_535) return fail(failures.port);
  return succeed({ ...host.value, port: Number(parts.port) });
}

/** Reads a host name or an address, without a port and without brackets. */
export function parseHost(text: string): Result<Host, TargetFailure> {
  const refused = refuseCharacters(text);
  if (refused !== undefined) return fail(refused);
  if (text.includes(':')) {
    const host = normaliseIpv6(text);
    return host === undefined ? fail(failures.address) : succeed({ kind: 'ipv6', host });
  }
  if (endsInNumber(text)) return parseIpv4(text) !== undefined ? succeed({ kind: 'ipv4', host: text }) : fail(failures.address);
  const host = text.toLowerCase();
  return isHostName(host) ? succeed({ kind: 'name', host }) : fail(failures.name);
}

/** A target as `parseTarget` reads it again. The port is left out where it is the tool's own. */
export function writeTarget({ kind, host, port }: Target, defaultPort?: number): string {
  if (port === defaultPort) return host;
  return kind === 'ipv6' ? `[${host}]:${port}` : `${host}:${port}`;
}

const failures = {
  empty: { code: 'target_empty', message: 'Name a host: example.org, or example.org:8443.' },
  long: { code: 'target_too_long', message: 'A target has at most 300 characters.' },
  characters: {
    code: 'target_characters',
    message: 'A target is a host and perhaps a port: no spaces, user names, paths, or letters beyond ASCII (write those in Punycode).',
  },
  name: { code: 'target_name', message: 'This is not a host name: labels of letters, digits and hyphens, without a dot at the end.' },
  address: {
    code: 'target_address',
    message: 'Write an IPv4 address as four decimals without leading zeros, an IPv6 address without zone and without IPv4 inside.',
  },
  port: { code: 'target_port', message: 'A port is a number from 1 to 65535.' },
} as const satisfies Readonly<Record<string, TargetFailure>>;

function refuseCharacters(text: string): TargetFailure | undefined {
  if (text === '') return failures.empty;
  if (text.length > maxTargetLength) return failures.long;
  return /^[A-Za-z0-9._:[\]-]+$/.test(text) ? undefined : failures.characters;
}

/** The host without its brackets, and what stands after the colon. More than one colon without brackets is an address alone. */
function splitPort(text: string): { readonly host: string; readonly port?: string } | undefined {
  if (text.startsWith('[')) {
    const [, host, port] = /^\[([0-9A-Fa-f:.]+)\](?::(.*))?$/.exec(text) ?? [];
    if (host === undefined || !host.includes(':')) return undefined;
    return port === undefined ? { host } : { host, port };
  }
  if (/[[\]]/.test(text)) return undefined;
  const colons = text.split(':').length - 1;
  if (colons !== 1) return { host: text };
  const [host = '', port = ''] = text.split(':');
  return { host, port };
}

/** Whether some program may read this as an IPv4 address: its last label begins with a digit, as no top-level domain does. */
function endsInNumber(host: string): boolean {
  const labels = host.split('.');
  const last = labels.at(-1) === '' ? labels.at(-2) : labels.at(-1);
  return /^\d/.test(last ?? '');
}

/** The spelling of RFC 5952; `undefined` for what is no address, has a zone, or is written with an IPv4 address in it. */
function normaliseIpv6(text: string): string | undefined {
  const bytes = text.includes('.') ? undefined : parseIpv6(text);
  if (bytes === undefined) return undefined;
  // IPv4 inside (mapped, or the long given up "compatible" form) is to be written as what it is.
  const [ten, eleven, first, second] = bytes.slice(10);
  const carries = (ten === 0xff && eleven === 0xff) || (ten === 0 && eleven === 0 && (first !== 0 || second !== 0));
  if (carries && bytes.slice(0, 10).every((byte) => byte === 0)) return undefined;
  return writeIp({ kind: 'ipv6', bytes });
}

function isHostName(host: string): boolean {
  return host.length <= 253 && /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(host);
}
