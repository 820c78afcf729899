import type { BlockList } from 'node:net';
import { resolve } from 'node:path';
import { parseIpv4 } from '@castellan/foundation/ip-address';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { DataSettings, SignUpSettings } from '@castellan/platform/core/platform-context';

/** What the owner of a server opens beyond the defaults, as the environment says it. */
export type OpenSettings = {
  readonly signUps: SignUpSettings;
  /** Absolute path of the file with the owner's own keys for tokens; `undefined`: there are none. */
  readonly keysFile: string | undefined;
  /** Whether a token of such a key may stand for an API key. */
  readonly acceptsKeyTokens: boolean;
  readonly data: DataSettings;
  readonly otherWays: OtherWaysSettings;
};

/** Whose word signs people in besides the owner's own server. */
export type OtherWaysSettings = {
  /** Absolute path of the file with the OpenID providers; `undefined`: there are none. */
  readonly file: string | undefined;
  /** Whether accounts are given further identities. */
  readonly linking: boolean;
  readonly wallets: readonly (typeof chains)[number][];
  /** Who sends codes to phones, and the key that signs what it gets; `undefined`: nobody. */
  readonly smsHook: { readonly url: string; readonly secret: Uint8Array } | undefined;
};

/** Blockchains whose wallets can sign somebody in. */
const chains = ['ethereum', 'solana'] as const;

/** Where the server is reached. */
export type Reach = {
  /** What it listens on. */
  readonly host: string;
  /** The address visitors use; `undefined`: the one it listens on. */
  readonly publicUrl: string | undefined;
  /** Who may say for whom a request was forwarded; empty where nobody stands before the server. */
  readonly trustedProxies: Pick<BlockList, 'rules'>;
};

/** What is said where a setting is not taken, in sentences for people. */
export type OpenSettingsRefusal = { readonly code: 'not_on_loopback'; readonly message: string };

type Reader<Value> = { readonly fallback: string; readonly shape: string; readonly parse: (text: string) => Value | undefined };

const onOrOff: Reader<'on' | 'off'> = {
  fallback: 'off',
  shape: 'on or off',
  parse: (text) => (text === 'on' || text === 'off' ? text : undefined),
};

/** How each variable is read. */
export const openReaders = {
  AUTH_SIGN_UP: {
    fallback: 'off',
    shape: 'one of off, confirmed, open',
    parse: (text: string) => (['off', 'confirmed', 'open'] as const).find((mode) => mode === text),
  },
  AUTH_ANONYMOUS: onOrOff,
  AUTH_ONE_TIME_CODES: onOrOff,
  AUTH_PASSKEYS: onOrOff,
  AUTH_SHORTEST_PASSWORD: count(12, 6, 72),
  AUTH_SIGN_UPS_PER_HOUR: count(30, 1, 1000),
  AUTH_MOST_ACCOUNTS: count(1000, 1, 100_000),
  AUTH_FIXED_CODES: {
    fallback: '',
    shape: 'addresses with six digits each, separated by commas, such as ada@example.test=123456',
    parse: parseCodes,
    // Whoever knows one signs in with it.
    isSecret: true,
  },
  AUTH_KEYS_FILE: {
    fallback: '',
    shape: 'the path of a file',
    parse: (text: string) => (text.includes('\0') ? undefined : text),
  },
  AUTH_KEY_TOKENS: onOrOff,
  AUTH_PROVIDERS_FILE: {
    fallback: '',
    shape: 'the path of a file',
    parse: (text: string) => (text.includes('\0') ? undefined : text),
  },
  AUTH_MANUAL_LINKING: onOrOff,
  AUTH_WALLETS: {
    fallback: '',
    shape: `names of chains separated by commas, of ${chains.join(', ')}`,
    parse: parseChains,
  },
  SMS_HOOK_URL: {
    fallback: '',
    shape: 'an https address, or an http one on loopback, without user name, password or fragment',
    parse: parseHook,
  },
  SMS_HOOK_SECRET: {
    fallback: '',
    shape: 'v1,whsec_ and 24 to 64 bytes in base64',
    parse: parseHookSecret,
    isSecret: true,
  },
  DATA_TRANSACTION_OVERRIDE: onOrOff,
  DATA_SCHEMAS: {
    fallback: '',
    shape: 'names of schemas of your own, separated by commas; those of the server and of PostgreSQL are never exposed',
    parse: parseSchemas,
  },
} as const;

/** Variables of which one is nothing without the other. */
export const hookPairs = [
  ['SMS_HOOK_URL', 'SMS_HOOK_SECRET'],
  ['SMS_HOOK_SECRET', 'SMS_HOOK_URL'],
] as const;

/** Reads them all. `read` says elsewhere what is wrong with a variable. */
export function readOpenings(read: <Value>(variable: keyof typeof openReaders, reader: Reader<Value>) => Value): OpenSettings {
  const file = read('AUTH_KEYS_FILE', openReaders.AUTH_KEYS_FILE);
  const hookUrl = read('SMS_HOOK_URL', openReaders.SMS_HOOK_URL);
  const hookSecret = read('SMS_HOOK_SECRET', openReaders.SMS_HOOK_SECRET);
  const providersFile = read('AUTH_PROVIDERS_FILE', openReaders.AUTH_PROVIDERS_FILE);
  return {
    signUps: {
      signUp: read('AUTH_SIGN_UP', openReaders.AUTH_SIGN_UP),
      anonymous: read('AUTH_ANONYMOUS', openReaders.AUTH_ANONYMOUS) === 'on',
      oneTimeCodes: read('AUTH_ONE_TIME_CODES', openReaders.AUTH_ONE_TIME_CODES) === 'on',
      passkeys: read('AUTH_PASSKEYS', openReaders.AUTH_PASSKEYS) === 'on',
      shortestPassword: read('AUTH_SHORTEST_PASSWORD', openReaders.AUTH_SHORTEST_PASSWORD),
      signUpsPerHour: read('AUTH_SIGN_UPS_PER_HOUR', openReaders.AUTH_SIGN_UPS_PER_HOUR),
      mostAccounts: read('AUTH_MOST_ACCOUNTS', openReaders.AUTH_MOST_ACCOUNTS),
      fixedCodes: read('AUTH_FIXED_CODES', openReaders.AUTH_FIXED_CODES),
    },
    keysFile: file ? resolve(file) : undefined,
    acceptsKeyTokens: read('AUTH_KEY_TOKENS', openReaders.AUTH_KEY_TOKENS) === 'on',
    data: {
      letsClientsEndTransactions: read('DATA_TRANSACTION_OVERRIDE', openReaders.DATA_TRANSACTION_OVERRIDE) === 'on',
      schemas: read('DATA_SCHEMAS', openReaders.DATA_SCHEMAS),
    },
    otherWays: {
      file: providersFile ? resolve(providersFile) : undefined,
      linking: read('AUTH_MANUAL_LINKING', openReaders.AUTH_MANUAL_LINKING) === 'on',
      wallets: read('AUTH_WALLETS', openReaders.AUTH_WALLETS),
      smsHook: hookUrl && hookSecret?.length ? { url: hookUrl, secret: hookSecret } : undefined,
    },
  };
}

/**
 * What is taken of the settings where the server is reached as it is, or why nothing is: keys that one shared secret makes and verifies,
 * codes that are always the same, tokens in the place of API keys and transactions that a client undoes are for a server that programs
 * of this machine alone reach. `sharedKeys`: how many keys of the file are shared secrets (HS256).
 */
export function judgeOpenSettings(
  wanted: OpenSettings,
  reach: Reach,
  { sharedKeys }: { readonly sharedKeys: number },
): Result<OpenSettings, OpenSettingsRefusal> {
  const forLoopback = [
    ...(sharedKeys > 0 ? ['a key of HS256 (AUTH_KEYS_FILE)'] : []),
    ...(wanted.acceptsKeyTokens ? ['AUTH_KEY_TOKENS'] : []),
    ...(wanted.signUps.fixedCodes.size > 0 ? ['AUTH_FIXED_CODES'] : []),
    ...(wanted.data.letsClientsEndTransactions ? ['DATA_TRANSACTION_OVERRIDE'] : []),
  ];
  const open = placesBeyondLoopback(reach);
  if (forLoopback.length === 0 || open.length === 0) return succeed(wanted);
  return fail({
    code: 'not_on_loopback',
    message:
      `${listed(forLoopback)} would let strangers in, and ${forLoopback.length === 1 ? 'is' : 'are'} taken only where the server is reached from this machine alone. ` +
      `${listed(open)}. Take the setting out, or set HOST and PUBLIC_URL to 127.0.0.1, [::1] or localhost, without TRUSTED_PROXIES.`,
  });
}

function placesBeyondLoopback({ host, publicUrl, trustedProxies }: Reach): readonly string[] {
  return [
    ...(isLoopbackName(host) ? [] : [`HOST ${host} is not of loopback`]),
    ...(publicUrl === undefined || isLoopbackName(new URL(publicUrl).hostname) ? [] : [`PUBLIC_URL ${publicUrl} is not of loopback`]),
    // Whoever stands before a server on loopback brings in others.
    ...(trustedProxies.rules.length === 0 ? [] : ['TRUSTED_PROXIES says that others come in by a proxy']),
  ];
}

/** Whether a name or address is loopback's for sure: of names `localhost` alone, since others may be made to lead anywhere. */
export function isLoopbackName(name: string): boolean {
  const bare = name.toLowerCase().replace(/^\[|\]$/g, '');
  return bare === 'localhost' || bare === '::1' || parseIpv4(bare)?.[0] === 127;
}

function listed(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

function count(fallback: number, least: number, most: number): Reader<number> {
  return {
    fallback: String(fallback),
    shape: `a whole number from ${least} to ${most}`,
    parse: (text) => (/^\d{1,6}$/.test(text) && Number(text) >= least && Number(text) <= most ? Number(text) : undefined),
  };
}

/** What the server keeps for itself: rows that policies alone would not guard, or none of the data service's business. */
const ownSchemas = ['private', 'auth', 'storage', 'realtime', 'extensions', 'castellan', 'information_schema'];

/** `public` is served whether or not it is named. PostgreSQL keeps every name that begins with `pg_` for itself. */
function parseSchemas(text: string): readonly string[] | undefined {
  const names = new Set(text.split(',').map((name) => name.trim()));
  for (const name of ['', 'public']) names.delete(name);
  const isOfTheirs = (name: string) => /^[a-z_][a-z0-9_]{0,62}$/.test(name) && !name.startsWith('pg_') && !ownSchemas.includes(name);
  return names.size <= 20 && [...names].every(isOfTheirs) ? [...names] : undefined;
}

function parseChains(text: string): OtherWaysSettings['wallets'] | undefined {
  const names = new Set(text.split(',').map((name) => name.trim()));
  names.delete('');
  const known = chains.filter((chain) => names.has(chain));
  return known.length === names.size ? known : undefined;
}

function parseHook(text: string): string | undefined {
  if (text === '') return text;
  const url = URL.parse(text);
  if (url === null || url.username !== '' || url.password !== '' || /[#\s]/.test(text)) return undefined;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackName(url.hostname)) ? url.href : undefined;
}

/** As the Standard Webhooks scheme writes keys. */
function parseHookSecret(text: string): Uint8Array | undefined {
  if (text === '') return new Uint8Array();
  const encoded = /^v1,whsec_([A-Za-z0-9+/]+={0,2})$/.exec(text)?.[1];
  const bytes = Buffer.from(encoded ?? '', 'base64');
  return bytes.length >= 24 && bytes.length <= 64 ? bytes : undefined;
}

function parseCodes(text: string): ReadonlyMap<string, string> | undefined {
  const codes = new Map<string, string>();
  for (const part of text.split(',').map((each) => each.trim())) {
    if (part === '') continue;
    const [address = '', digits = '', ...rest] = part.split('=');
    if (!/^[^@\s]{1,64}@[^@\s]{1,190}$/.test(address) || !/^\d{6}$/.test(digits) || rest.length > 0) return undefined;
    codes.set(address.toLowerCase(), digits);
  }
  return codes;
}
