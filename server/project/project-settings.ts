import { type DatabaseLocation, databaseUrlShape, parseDatabaseUrl } from '../database/database-url.ts';

/** A hosted project as the environment names it. */
export type ProjectSettings = {
  /** Its origin, without a trailing slash. */
  readonly url: string;
  /** The key that visitors' browsers may hold. */
  readonly anonKey: string;
  /** The key that passes every policy by. It stays in this process. */
  readonly serviceKey: string;
};

type Reader<Value> = {
  readonly fallback: string;
  readonly shape: string;
  readonly parse: (text: string) => Value | undefined;
  /** Its value is never repeated, not even a wrong one. */
  readonly isSecret?: true;
};

const databaseReader: Reader<DatabaseLocation | 'none'> = {
  fallback: '',
  shape: databaseUrlShape,
  parse: (text) => (text === '' ? 'none' : parseDatabaseUrl(text)),
  isSecret: true,
};

/** How each variable is read. */
export const projectReaders = {
  BACKEND_URL: {
    fallback: '',
    shape:
      'the https address of a project (or an http one with an IP address of this machine or localhost) without path, query or fragment',
    parse: parseOrigin,
  },
  // Secret too: where the two keys were mixed up, this is the one that opens everything.
  BACKEND_ANON_KEY: keyReader('anon', 'sb_publishable_', 'a publishable key of the project, or its older key of the role anon'),
  BACKEND_SERVICE_KEY: keyReader('service_role', 'sb_secret_', 'a secret key of the project, or its older key of the role service_role'),
  BACKEND_DATABASE_URL: databaseReader,
} as const satisfies Record<string, Reader<unknown>>;

type Read = <Value>(variable: keyof typeof projectReaders, reader: Reader<Value>) => Value;

/** Which variable must be set where another is: pairs of the one that is set and the one that must be. */
export const projectPairs = [
  ['BACKEND_URL', 'BACKEND_ANON_KEY'],
  ['BACKEND_URL', 'BACKEND_SERVICE_KEY'],
  ['BACKEND_ANON_KEY', 'BACKEND_URL'],
  ['BACKEND_SERVICE_KEY', 'BACKEND_URL'],
] as const;

/** The project, and where its database is migrated; each `undefined` where it is not named. */
export function readProject(read: Read): {
  readonly project: ProjectSettings | undefined;
  readonly projectDatabase: DatabaseLocation | undefined;
} {
  const url = read('BACKEND_URL', projectReaders.BACKEND_URL);
  const anonKey = read('BACKEND_ANON_KEY', projectReaders.BACKEND_ANON_KEY);
  const serviceKey = read('BACKEND_SERVICE_KEY', projectReaders.BACKEND_SERVICE_KEY);
  const database = read('BACKEND_DATABASE_URL', projectReaders.BACKEND_DATABASE_URL);
  return {
    project: url ? { url, anonKey, serviceKey } : undefined,
    projectDatabase: database === 'none' ? undefined : database,
  };
}

function parseOrigin(text: string): string | undefined {
  if (text === '') return '';
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || url.pathname !== '/' || url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '') {
    return undefined;
  }
  return url.protocol === 'https:' || (url.protocol === 'http:' && isThisMachine(url.hostname)) ? url.origin : undefined;
}

function isThisMachine(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** Keys that stand in public documents and example files open whatever was started with them. */
const publicIssuer = 'supabase-demo';

function keyReader(role: 'anon' | 'service_role', prefix: string, shape: string): Reader<string> {
  return {
    fallback: '',
    shape,
    parse: (text) => {
      if (text === '') return '';
      if (text.startsWith(prefix)) return /^[\w-]{8,200}$/.test(text.slice(prefix.length)) ? text : undefined;
      const claims = claimsOf(text);
      return claims?.['role'] === role && claims['iss'] !== publicIssuer ? text : undefined;
    },
    isSecret: true,
  };
}

/** What an older key says of itself: a token, whose signature is for the project to judge. */
function claimsOf(text: string): Readonly<Record<string, unknown>> | undefined {
  const parts = text.length > 4096 ? [] : text.split('.');
  if (parts.length !== 3 || !parts.every((part) => /^[\w-]+$/.test(part))) return undefined;
  try {
    const claims: unknown = JSON.parse(Buffer.from(parts[1] ?? '', 'base64url').toString('utf8'));
    return typeof claims === 'object' && claims !== null ? { ...claims } : undefined;
  } catch {
    return undefined;
  }
}
