import { isIP } from 'node:net';

/** How a connection is protected, in libpq's words. */
export type TlsMode = 'disable' | 'require' | 'verify-ca' | 'verify-full';

/** Where a database is that somebody else runs, and as whom to sign in. */
export type DatabaseLocation = {
  /** A host name, an IP address, or the folder of a Unix socket. */
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly password: string;
  readonly tls: TlsMode;
  /** Path of a PEM file with the authorities to trust; `undefined`: those Node brings. */
  readonly rootCertificates: string | undefined;
};

/** What a variable with such an address must look like. */
export const databaseUrlShape =
  'an address such as postgres://login:password@host:5432/database?sslmode=verify-full (or ?host=/folder/of/the/socket), with sslmode and sslrootcert as its only other parameters; sslmode is disable, require, verify-ca or verify-full';

const pattern = /^postgres(?:ql)?:\/\/([^:@/?#]+)(?::([^@/?#]*))?@(\[[0-9a-f:.]+\]|[^:/?#[\]]*)(?::(\d{1,5}))?\/([^/?#]+)(?:\?([^#]*))?$/i;

const tlsModes: readonly TlsMode[] = ['disable', 'require', 'verify-ca', 'verify-full'];

/**
 * Parses a connection address strictly; `undefined` where anything in it is not understood. Without `sslmode`, a socket or
 * this machine needs no TLS, and any other host must prove its name: there is no mode that falls back to less by itself.
 */
export function parseDatabaseUrl(text: string): DatabaseLocation | undefined {
  const [, user, password = '', host = '', port = '5432', database, query = ''] = pattern.exec(text) ?? [];
  const parts = [user, password, host.replace(/^\[|\]$/g, ''), database].map(decode);
  const [decodedUser, decodedPassword, decodedHost, decodedDatabase] = parts;
  const parameters = parseParameters(query);
  if (!decodedUser || decodedPassword === undefined || decodedHost === undefined || !decodedDatabase || parameters === undefined)
    return undefined;
  const place = decodedHost === '' ? parameters.get('host') : parameters.has('host') ? undefined : decodedHost;
  if (place === undefined || !isPlace(place) || Number(port) < 1 || Number(port) > 65_535) return undefined;
  const tls = parseTls(place, parameters);
  if (tls === undefined) return undefined;
  return { host: place, port: Number(port), database: decodedDatabase, user: decodedUser, password: decodedPassword, ...tls };
}

function parseTls(place: string, parameters: ReadonlyMap<string, string>): Pick<DatabaseLocation, 'tls' | 'rootCertificates'> | undefined {
  const given = parameters.get('sslmode');
  const mode = given === undefined ? (isOnThisMachine(place) ? 'disable' : 'verify-full') : tlsModes.find((known) => known === given);
  const authorities = parameters.get('sslrootcert');
  if (mode === undefined || (place.startsWith('/') && mode !== 'disable')) return undefined;
  if (authorities !== undefined && (mode === 'disable' || authorities === '')) return undefined;
  // As libpq does: whoever names authorities wants them asked. `system` are those of the machine, which vouch for names alone.
  if (authorities === 'system') return mode === 'verify-full' ? { tls: mode, rootCertificates: undefined } : undefined;
  return { tls: mode === 'require' && authorities !== undefined ? 'verify-ca' : mode, rootCertificates: authorities };
}

function parseParameters(query: string): ReadonlyMap<string, string> | undefined {
  const parameters = new Map<string, string>();
  for (const pair of query.split('&').filter(Boolean)) {
    const [, name = '', value] = /^(host|sslmode|sslrootcert)=(.*)$/.exec(pair) ?? [];
    const decoded = decode(value);
    if (decoded === undefined || parameters.has(name)) return undefined;
    parameters.set(name, decoded);
  }
  return parameters;
}

function decode(text: string | undefined): string | undefined {
  try {
    const decoded = text === undefined ? undefined : decodeURIComponent(text);
    return decoded === undefined || decoded.includes('\0') ? undefined : decoded;
  } catch {
    return undefined;
  }
}

function isPlace(place: string): boolean {
  return place.startsWith('/') || isIP(place) !== 0 || /^[a-z0-9_]([a-z0-9._-]{0,251}[a-z0-9_])?$/i.test(place);
}

function isOnThisMachine(place: string): boolean {
  return place.startsWith('/') || place === 'localhost' || place === '::1' || /^127\.\d+\.\d+\.\d+$/.test(place);
}
