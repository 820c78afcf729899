import { BlockList, isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { trimEndOf } from '@castellan/foundation/line-text';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { StorageSettings } from '@castellan/platform/core/platform-context';
import { type DatabaseLocation, databaseUrlShape, parseDatabaseUrl } from './database/database-url.ts';
import type { SharedDatabaseSettings } from './database/open-shared-database.ts';
import { keysFileOf } from './keys/key-store.ts';
import { parseSender, parseSmtpUrl, type SmtpServer, smtpUrlShape } from './mail/smtp-address.ts';
import { hookPairs, type OpenSettings, openReaders, readOpenings } from './open-settings.ts';
import { type ProjectSettings, projectPairs, projectReaders, readProject } from './project/project-settings.ts';

/** How much the log says: each level includes those after it. */
export const logLevels = ['debug', 'info', 'warn', 'error'] as const;

/** Everything the environment decides. */
export type Settings = {
  /** TCP port; 0 lets the system choose. */
  readonly port: number;
  /** The address to listen on. */
  readonly host: string;
  /** The address visitors use, without a trailing slash; `undefined`: derived from host and port. */
  readonly publicUrl: string | undefined;
  /** Absolute path of the folder with the database and the keys. */
  readonly dataFolder: string;
  /** The database that somebody else runs; `undefined`: the embedded one, in the data folder. */
  readonly database: SharedDatabaseSettings | undefined;
  /** The hosted project that takes the embedded backend's place; `undefined`: none. */
  readonly project: ProjectSettings | undefined;
  /** Where the project's database is migrated: for that command alone. `undefined`: nowhere. */
  readonly projectDatabase: DatabaseLocation | undefined;
  /** Absolute path of the file with the keys. */
  readonly keysFile: string;
  /** Where the contents of stored objects lie, and how much there may be. */
  readonly storage: StorageSettings;
  /** Absolute path of the folder with the owner's content. */
  readonly contentFolder: string;
  /** Whose `X-Forwarded-*` headers count. */
  readonly trustedProxies: BlockList;
  readonly logLevel: (typeof logLevels)[number];
  /** Whether a database of an older version is kept in a file before it is brought up to date. */
  readonly upgradeSnapshot: boolean;
  /** What opens `/metrics`; `undefined`: nobody measures, and there is no such address. */
  readonly metricsToken: string | undefined;
  /** Whether visitors without a session may filter data by regular expressions and full-text search. */
  readonly anonymousSearch: boolean;
  /** Networks that are not public and that requests of the server may reach all the same. */
  readonly allowedNetworks: BlockList;
  /** What is open beyond the defaults. Whether it is taken is for `judgeOpenSettings` to say. */
  readonly openings: OpenSettings;
  /** Who takes the server's mails, and where they come from; `undefined`: nobody, and the owner passes them on. */
  readonly mail: MailRoute | undefined;
  readonly music: MusicSettings;
  /** Base address of the breach service, without a trailing slash; `undefined`: none is asked. */
  readonly breachRangeUrl: string | undefined;
  /** Address of a site's icon with `{host}` in the place of the site's name; `undefined`: none is asked. */
  readonly siteIconUrl: string | undefined;
  readonly media: MediaSettings;
  readonly threats: ThreatSettings;
  /** Where tools' sources that want a key answer, by their ids: base addresses without a trailing slash; `undefined`: nobody is asked. */
  readonly sourceUrls: Readonly<Record<'securitytrails' | 'virustotal' | 'shodan', string | undefined>>;
};

/** Where Threat Monitor's feeds come from: base addresses without a trailing slash; `undefined`: nobody is asked. */
export type ThreatSettings = {
  readonly kevUrl: string | undefined;
  readonly epssUrl: string | undefined;
  readonly feodoUrl: string | undefined;
  readonly urlhausUrl: string | undefined;
  readonly osvUrl: string | undefined;
  readonly vulnrichmentUrl: string | undefined;
};

/** Where films and books are looked up, and where their covers lie: base addresses without a trailing slash; `undefined`: nobody is asked. */
export type MediaSettings = {
  readonly filmDatabaseUrl: string | undefined;
  readonly filmImagesUrl: string | undefined;
  readonly bookDatabaseUrl: string | undefined;
  readonly bookCoversUrl: string | undefined;
};

/** The way of the server's mails. */
export type MailRoute = { readonly server: SmtpServer; readonly from: string };

/** Where the owner's music provider is, and as whom the server speaks to it. */
export type MusicSettings = {
  /** `undefined`: there is no music here. */
  readonly client: { readonly id: string; readonly secret: string } | undefined;
  /** Base addresses without a trailing slash. */
  readonly accountsUrl: string;
  readonly apiUrl: string;
  /** What a browser may ask where this server does not answer; `undefined`: nobody. */
  readonly proxyUrl: string | undefined;
};

/** What is wrong with one variable: its name, the shape wanted, and the value given. */
export type SettingsFailure = { readonly code: 'setting_malformed'; readonly variable: string; readonly message: string };

type Reader<Value> = {
  readonly fallback: string;
  readonly shape: string;
  readonly parse: (text: string) => Value | undefined;
  /** Its value is never repeated, not even a wrong one. */
  readonly isSecret?: true;
};

const baseShape = 'an https address (or http with an IP address or localhost) without user name, password, query or fragment';

/** A base address that can be switched off. */
function baseOrOff(fallback: string): Reader<string> {
  return { fallback, shape: `${baseShape}; or off`, parse: (text) => (text === 'off' ? text : parseBase(text)) };
}

/** A size in millions of bytes. */
function megabytes(fallback: number): Reader<number> {
  const most = 1_000_000;
  return {
    fallback: String(fallback),
    shape: `a whole number of megabytes from 1 to ${most}`,
    parse: (text) => (/^\d{1,7}$/.test(text) && Number(text) >= 1 && Number(text) <= most ? Number(text) : undefined),
  };
}

const readers = {
  PORT: { fallback: '4321', shape: 'a whole number from 0 to 65535', parse: parsePort },
  HOST: { fallback: '127.0.0.1', shape: 'an IP address or a host name, such as 127.0.0.1 or 0.0.0.0', parse: parseHost },
  PUBLIC_URL: {
    fallback: '',
    shape: 'an http or https address without path, query or fragment, such as https://castellan.example',
    parse: parsePublicUrl,
  },
  CASTELLAN_DATA_DIR: { fallback: 'data', shape: 'a folder path', parse: parseFolder },
  CASTELLAN_KEYS_FILE: { fallback: '', shape: 'the path of a file', parse: (text: string) => (text === '' ? '' : parseFolder(text)) },
  CASTELLAN_FILES_DIR: { fallback: '', shape: 'a folder path', parse: (text: string) => (text === '' ? '' : parseFolder(text)) },
  STORAGE_LARGEST_FILE_MB: megabytes(50),
  STORAGE_MB_PER_ACCOUNT: megabytes(1000),
  DATABASE_URL: { fallback: '', shape: databaseUrlShape, parse: parseOptionalDatabase, isSecret: true },
  DATABASE_DIRECT_URL: { fallback: '', shape: databaseUrlShape, parse: parseOptionalDatabase, isSecret: true },
  ...projectReaders,
  CASTELLAN_CONTENT_DIR: { fallback: 'content', shape: 'a folder path', parse: parseFolder },
  TRUSTED_PROXIES: {
    fallback: '',
    shape: 'IP addresses or networks separated by commas, such as 127.0.0.1,10.0.0.0/8',
    parse: parseNetworks,
  },
  LOG_LEVEL: {
    fallback: 'info',
    shape: `one of ${logLevels.join(', ')}`,
    parse: (text: string) => logLevels.find((level) => level === text),
  },
  UPGRADE_SNAPSHOT: {
    fallback: 'on',
    shape: 'on or off',
    parse: (text: string) => (text === 'on' || text === 'off' ? text : undefined),
  },
  METRICS_TOKEN: {
    fallback: '',
    shape: '24 to 256 letters, digits and signs of -._~, such as `openssl rand -hex 32` prints',
    parse: (text: string) => (text === '' || /^[\w.~-]{24,256}$/.test(text) ? text : undefined),
    isSecret: true,
  },
  ANONYMOUS_SEARCH: {
    fallback: 'off',
    shape: 'on or off',
    parse: (text: string) => (text === 'on' || text === 'off' ? text : undefined),
  },
  ...openReaders,
  SMTP_URL: {
    fallback: '',
    shape: smtpUrlShape,
    parse: (text: string) => (text === '' ? 'none' : parseSmtpUrl(text)),
    isSecret: true,
  },
  MAIL_FROM: {
    fallback: '',
    shape: 'the address that mails come from, such as castellan@castellan.example',
    parse: (text: string) => (text === '' ? '' : parseSender(text)),
  },
  TOOLS_ALLOW_CIDRS: {
    fallback: '',
    shape: 'IP addresses or networks separated by commas, such as 127.0.0.0/8,fd00::/8',
    parse: parseNetworks,
  },
  SPOTIFY_CLIENT_ID: { fallback: '', shape: 'the id of an app at the provider: letters and digits', parse: parseClientWord },
  SPOTIFY_CLIENT_SECRET: {
    fallback: '',
    shape: 'the secret of the app that SPOTIFY_CLIENT_ID names: letters and digits, set where the id is set',
    parse: parseClientWord,
    isSecret: true,
  },
  SPOTIFY_ACCOUNTS_URL: { fallback: 'https://accounts.spotify.com', shape: baseShape, parse: parseBase },
  SPOTIFY_API_URL: { fallback: 'https://api.spotify.com/v1', shape: baseShape, parse: parseBase },
  MUSIC_CORS_PROXY: {
    fallback: '',
    shape: 'an https address (or an http one of this machine) without user name, password or fragment',
    parse: parseProxy,
  },
  BREACH_RANGE_URL: baseOrOff('https://api.pwnedpasswords.com'),
  SITE_ICON_URL: {
    fallback: 'https://icons.duckduckgo.com/ip3/{host}.ico',
    shape: 'an https address (or http with an IP address or localhost) without user name, password or fragment, with {host} in it; or off',
    parse: parseIconTemplate,
  },
  FILM_DATABASE_URL: baseOrOff('https://api.themoviedb.org/3'),
  FILM_IMAGES_URL: baseOrOff('https://image.tmdb.org/t/p'),
  BOOK_DATABASE_URL: baseOrOff('https://openlibrary.org'),
  BOOK_COVERS_URL: baseOrOff('https://covers.openlibrary.org'),
  SECURITYTRAILS_URL: baseOrOff('https://api.securitytrails.com/v1'),
  VIRUSTOTAL_URL: baseOrOff('https://www.virustotal.com/api/v3'),
  SHODAN_URL: baseOrOff('https://api.shodan.io'),
  KEV_FEED_URL: baseOrOff('https://www.cisa.gov/sites/default/files/feeds'),
  EPSS_FEED_URL: baseOrOff('https://epss.empiricalsecurity.com'),
  FEODO_FEED_URL: baseOrOff('https://feodotracker.abuse.ch/downloads'),
  URLHAUS_FEED_URL: baseOrOff('https://urlhaus.abuse.ch/downloads'),
  OSV_API_URL: baseOrOff('https://api.osv.dev/v1'),
  VULNRICHMENT_URL: baseOrOff('https://raw.githubusercontent.com/cisagov/vulnrichment/develop'),
} as const satisfies Record<string, Reader<unknown>>;

/** The variables that exist, for the hint about a misspelt one. */
export const settingNames: readonly string[] = Object.keys(readers);

/** Parses the environment once. An empty variable counts as unset. */
export function parseSettings(environment: Readonly<Record<string, string | undefined>>): Result<Settings, SettingsFailure> {
  const failures: SettingsFailure[] = [];
  const read = <Value>(variable: keyof typeof readers, reader: Reader<Value>): Value => {
    const given = environment[variable]?.trim() || reader.fallback;
    const value = reader.parse(given);
    if (value === undefined) failures.push({ code: 'setting_malformed', variable, message: complaint(variable, reader, given) });
    return value as Value;
  };
  const dataFolder = read('CASTELLAN_DATA_DIR', readers.CASTELLAN_DATA_DIR);
  const settings: Settings = {
    port: read('PORT', readers.PORT),
    host: read('HOST', readers.HOST),
    publicUrl: read('PUBLIC_URL', readers.PUBLIC_URL) || undefined,
    dataFolder,
    database: databaseOf(read('DATABASE_URL', readers.DATABASE_URL), read('DATABASE_DIRECT_URL', readers.DATABASE_DIRECT_URL)),
    ...readProject(read),
    // Where the folder's name was not understood there are no settings anyway.
    keysFile: read('CASTELLAN_KEYS_FILE', readers.CASTELLAN_KEYS_FILE) || keysFileOf(dataFolder),
    storage: {
      folder: read('CASTELLAN_FILES_DIR', readers.CASTELLAN_FILES_DIR) || join(dataFolder ?? '', 'files'),
      largestFileBytes: read('STORAGE_LARGEST_FILE_MB', readers.STORAGE_LARGEST_FILE_MB) * 1_000_000,
      bytesPerCaller: read('STORAGE_MB_PER_ACCOUNT', readers.STORAGE_MB_PER_ACCOUNT) * 1_000_000,
    },
    contentFolder: read('CASTELLAN_CONTENT_DIR', readers.CASTELLAN_CONTENT_DIR),
    trustedProxies: read('TRUSTED_PROXIES', readers.TRUSTED_PROXIES),
    logLevel: read('LOG_LEVEL', readers.LOG_LEVEL),
    upgradeSnapshot: read('UPGRADE_SNAPSHOT', readers.UPGRADE_SNAPSHOT) === 'on',
    metricsToken: read('METRICS_TOKEN', readers.METRICS_TOKEN) || undefined,
    anonymousSearch: read('ANONYMOUS_SEARCH', readers.ANONYMOUS_SEARCH) === 'on',
    allowedNetworks: read('TOOLS_ALLOW_CIDRS', readers.TOOLS_ALLOW_CIDRS),
    openings: readOpenings(read),
    mail: mailOf(read('SMTP_URL', readers.SMTP_URL), read('MAIL_FROM', readers.MAIL_FROM)),
    music: {
      client: clientOf(read('SPOTIFY_CLIENT_ID', readers.SPOTIFY_CLIENT_ID), read('SPOTIFY_CLIENT_SECRET', readers.SPOTIFY_CLIENT_SECRET)),
      accountsUrl: read('SPOTIFY_ACCOUNTS_URL', readers.SPOTIFY_ACCOUNTS_URL),
      apiUrl: read('SPOTIFY_API_URL', readers.SPOTIFY_API_URL),
      proxyUrl: read('MUSIC_CORS_PROXY', readers.MUSIC_CORS_PROXY) || undefined,
    },
    ...readSources(read),
  };
  for (const [one, other] of [
    ['SPOTIFY_CLIENT_ID', 'SPOTIFY_CLIENT_SECRET'],
    ['SPOTIFY_CLIENT_SECRET', 'SPOTIFY_CLIENT_ID'],
    ['DATABASE_DIRECT_URL', 'DATABASE_URL'],
    ['SMTP_URL', 'MAIL_FROM'],
    ['MAIL_FROM', 'SMTP_URL'],
    ...hookPairs,
    ...projectPairs,
  ] as const) {
    if (!environment[one]?.trim() || environment[other]?.trim()) continue;
    failures.push({ code: 'setting_malformed', variable: other, message: `${other} must be set where ${one} is set; it is not.` });
  }
  if (environment['BACKEND_URL']?.trim() && environment['DATABASE_URL']?.trim()) {
    failures.push({
      code: 'setting_malformed',
      variable: 'DATABASE_URL',
      message: 'DATABASE_URL must not be set where BACKEND_URL is set: the project has a database of its own.',
    });
  }
  const [failure] = failures;
  return failure === undefined ? succeed(settings) : fail(failure);
}

/** Whom the server asks for what it does not know. */
function readSources(
  read: (variable: keyof typeof readers, reader: Reader<string>) => string,
): Pick<Settings, 'breachRangeUrl' | 'siteIconUrl' | 'media' | 'threats' | 'sourceUrls'> {
  return {
    breachRangeUrl: unlessOff(read('BREACH_RANGE_URL', readers.BREACH_RANGE_URL)),
    siteIconUrl: unlessOff(read('SITE_ICON_URL', readers.SITE_ICON_URL)),
    media: {
      filmDatabaseUrl: unlessOff(read('FILM_DATABASE_URL', readers.FILM_DATABASE_URL)),
      filmImagesUrl: unlessOff(read('FILM_IMAGES_URL', readers.FILM_IMAGES_URL)),
      bookDatabaseUrl: unlessOff(read('BOOK_DATABASE_URL', readers.BOOK_DATABASE_URL)),
      bookCoversUrl: unlessOff(read('BOOK_COVERS_URL', readers.BOOK_COVERS_URL)),
    },
    threats: {
      kevUrl: unlessOff(read('KEV_FEED_URL', readers.KEV_FEED_URL)),
      epssUrl: unlessOff(read('EPSS_FEED_URL', readers.EPSS_FEED_URL)),
      feodoUrl: unlessOff(read('FEODO_FEED_URL', readers.FEODO_FEED_URL)),
      urlhausUrl: unlessOff(read('URLHAUS_FEED_URL', readers.URLHAUS_FEED_URL)),
      osvUrl: unlessOff(read('OSV_API_URL', readers.OSV_API_URL)),
      vulnrichmentUrl: unlessOff(read('VULNRICHMENT_URL', readers.VULNRICHMENT_URL)),
    },
    sourceUrls: {
      securitytrails: unlessOff(read('SECURITYTRAILS_URL', readers.SECURITYTRAILS_URL)),
      virustotal: unlessOff(read('VIRUSTOTAL_URL', readers.VIRUSTOTAL_URL)),
      shodan: unlessOff(read('SHODAN_URL', readers.SHODAN_URL)),
    },
  };
}

/** A setting as it is in force. */
export type DescribedSetting = {
  readonly variable: string;
  /** What is in force, for people: nothing that opens anything. Empty: nothing is set. */
  readonly value: string;
  readonly from: 'environment' | 'default';
  /** Why it is refused, in a sentence; `undefined`: it is taken. */
  readonly fault: string | undefined;
};

/** Every setting with where its value comes from. Secrets, and queries of addresses, which may hold some, are not shown. */
export function describeSettings(environment: Readonly<Record<string, string | undefined>>): readonly DescribedSetting[] {
  const whole = parseSettings(environment);
  return Object.entries(readers).map(([variable, reader]: readonly [string, Reader<unknown>]) => {
    const given = environment[variable]?.trim() || undefined;
    const value = given ?? reader.fallback;
    const isFaulty = reader.parse(value) === undefined;
    const ofPair = whole.ok || whole.failure.variable !== variable ? undefined : whole.failure.message;
    return {
      variable,
      value: reader.isSecret === true ? (given === undefined ? '' : '(set, not shown)') : withoutQuery(maskSecrets(value)),
      from: given === undefined ? 'default' : 'environment',
      fault: isFaulty ? complaint(variable, reader, withoutQuery(value)) : ofPair,
    };
  });
}

function withoutQuery(value: string): string {
  const at = value.indexOf('?');
  return at === -1 ? value : `${value.slice(0, at)}?…`;
}

/** Variables that look like ours and are not: most likely misspelt, so the person is told. */
export function findStrangeSettings(environment: Readonly<Record<string, string | undefined>>): readonly string[] {
  return Object.keys(environment).filter(
    (name) => ['CASTELLAN_', 'DATABASE_', 'BACKEND_'].some((prefix) => name.startsWith(prefix)) && !settingNames.includes(name),
  );
}

function complaint(variable: string, { shape, isSecret }: Reader<unknown>, given: string): string {
  return `${variable} must be ${shape}; ${isSecret === true ? 'what is given is not shown' : `it is "${maskSecrets(given)}"`}.`;
}

function databaseOf(address: DatabaseLocation | 'none', direct: DatabaseLocation | 'none'): Settings['database'] {
  return address === 'none' ? undefined : { address, direct: direct === 'none' ? undefined : direct };
}

function parseOptionalDatabase(text: string): DatabaseLocation | 'none' | undefined {
  return text === '' ? 'none' : parseDatabaseUrl(text);
}

function mailOf(server: SmtpServer | 'none' | undefined, from: string | undefined): Settings['mail'] {
  return server === undefined || server === 'none' || !from ? undefined : { server, from };
}

function clientOf(id: string, secret: string): MusicSettings['client'] {
  return id === '' || secret === '' ? undefined : { id, secret };
}

/** An address may carry a password: it is not repeated on a screen or in a log. */
function maskSecrets(value: string): string {
  const shown = value.replace(/(\/\/[^/@\s:]*:)[^/@\s]*@/g, '$1***@').replace(/\b(sb_secret_|eyJ)[\w.-]+/g, '$1***');
  return shown.length > 120 ? `${shown.slice(0, 120)}…` : shown;
}

function parsePort(text: string): number | undefined {
  const port = Number(text);
  return /^\d{1,5}$/.test(text) && port <= 65_535 ? port : undefined;
}

function parseHost(text: string): string | undefined {
  return isIP(text) !== 0 || /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/i.test(text) ? text : undefined;
}

function parsePublicUrl(text: string): string | undefined {
  if (text === '') return '';
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) return undefined;
  const isBare = url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '' && url.password === '';
  return isBare ? url.origin : undefined;
}

function parseClientWord(text: string): string | undefined {
  return /^[\w.~-]{0,256}$/.test(text) ? text : undefined;
}

/** An address that secrets are sent to: in clear only where nobody is in between whom a name could bring in. */
function parseBase(text: string): string | undefined {
  const url = parseForeign(text);
  return url === undefined || url.search !== '' ? undefined : trimEndOf(`${url.origin}${url.pathname}`, '/');
}

function parseProxy(text: string): string | undefined {
  return text === '' ? '' : parseForeign(text)?.href;
}

/** Checked with two sites' names in it: what is an address with one must be one with any. */
function parseIconTemplate(text: string): string | undefined {
  if (text === 'off') return text;
  if (!text.includes('{host}')) return undefined;
  const filled = ['one.example.org', 'two.example.org'].map((host) => parseForeign(text.replaceAll('{host}', host)));
  return filled.every((url) => url !== undefined) ? text : undefined;
}

function unlessOff(text: string): string | undefined {
  return text === 'off' ? undefined : text;
}

function parseForeign(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || url.username !== '' || url.password !== '' || /[#\s]/.test(text)) return undefined;
  if (url.protocol === 'https:') return url;
  const isNumeric = isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0;
  return url.protocol === 'http:' && (isNumeric || url.hostname === 'localhost') ? url : undefined;
}

function parseFolder(text: string): string | undefined {
  return text.includes('\0') ? undefined : resolve(text);
}

function parseNetworks(text: string): BlockList | undefined {
  const list = new BlockList();
  for (const item of text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)) {
    const [address = '', prefix] = item.split('/');
    const family = isIP(address);
    if (family === 0) return undefined;
    const kind = family === 4 ? 'ipv4' : 'ipv6';
    if (prefix === undefined) {
      list.addAddress(address, kind);
      continue;
    }
    if (!/^\d{1,3}$/.test(prefix) || Number(prefix) > (family === 4 ? 32 : 128)) return undefined;
    list.addSubnet(address, Number(prefix), kind);
  }
  return list;
}
