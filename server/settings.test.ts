import { expect, test } from 'vitest';
import { describeSettings, findStrangeSettings, parseSettings, settingNames } from './settings.ts';

const parse = (environment: Record<string, string>) => parseSettings(environment);

test('an empty environment gives the defaults', () => {
  const settings = parse({});
  expect(settings.ok && { ...settings.value, trustedProxies: undefined }).toMatchObject({
    port: 4321,
    host: '127.0.0.1',
    publicUrl: undefined,
    logLevel: 'info',
  });
});

test.each([
  ['PORT', '70000'],
  ['PORT', '80x'],
  ['PORT', '-1'],
  ['HOST', 'not a host'],
  ['PUBLIC_URL', 'castellan.example'],
  ['PUBLIC_URL', 'https://castellan.example/path'],
  ['PUBLIC_URL', 'ftp://castellan.example'],
  ['TRUSTED_PROXIES', '10.0.0.0/40'],
  ['TRUSTED_PROXIES', 'proxy.example'],
  ['LOG_LEVEL', 'loud'],
  ['TOOLS_ALLOW_CIDRS', '127.0.0.0/33'],
  ['TOOLS_ALLOW_CIDRS', 'localhost'],
  ['SPOTIFY_CLIENT_ID', 'an id'],
  ['SPOTIFY_ACCOUNTS_URL', 'accounts.spotify.com'],
  ['SPOTIFY_ACCOUNTS_URL', 'http://accounts.spotify.com'],
  ['SPOTIFY_API_URL', 'https://api.spotify.com/v1?key=x'],
  ['SPOTIFY_API_URL', 'file:///v1'],
  ['MUSIC_CORS_PROXY', 'proxy.example'],
  ['MUSIC_CORS_PROXY', 'http://proxy.example/'],
  ['BREACH_RANGE_URL', 'http://ranges.example'],
  ['BREACH_RANGE_URL', 'https://ranges.example/?key=x'],
  ['SITE_ICON_URL', 'https://icons.example/'],
  ['SITE_ICON_URL', 'http://{host}/favicon.ico'],
  ['SITE_ICON_URL', '{host}'],
  ['SITE_ICON_URL', 'file:///{host}'],
  ['SITE_ICON_URL', 'https://icons.example/#{host}'],
])('%s=%s is refused, and the refusal names the variable, the shape wanted and the value', (variable, value) => {
  const settings = parse({ [variable]: value });
  expect(settings).toMatchObject({ ok: false, failure: { variable } });
  const message = settings.ok ? '' : settings.failure.message;
  expect(message).toContain(variable);
  expect(message).toContain('must be');
  expect(message).toContain(`"${value}"`);
});

test('a password inside a refused value is not repeated', () => {
  const settings = parse({ PUBLIC_URL: 'https://owner:hunter2@castellan.example' });
  expect(settings.ok ? '' : settings.failure.message).toContain('owner:***@');
  expect(settings.ok ? '' : settings.failure.message).not.toContain('hunter2');
});

test('the public address loses its trailing slash', () => {
  const settings = parse({ PUBLIC_URL: 'https://castellan.example/' });
  expect(settings.ok && settings.value.publicUrl).toBe('https://castellan.example');
});

test('the services that the vault asks have defaults, lose a trailing slash, and can be switched off', () => {
  const asked = (environment: Record<string, string>) => {
    const settings = parse(environment);
    return settings.ok && [settings.value.breachRangeUrl, settings.value.siteIconUrl];
  };
  expect(asked({})).toEqual(['https://api.pwnedpasswords.com', 'https://icons.duckduckgo.com/ip3/{host}.ico']);
  expect(asked({ BREACH_RANGE_URL: 'https://ranges.example/pwned/', SITE_ICON_URL: 'https://{host}/favicon.ico' })).toEqual([
    'https://ranges.example/pwned',
    'https://{host}/favicon.ico',
  ]);
  expect(asked({ BREACH_RANGE_URL: 'off', SITE_ICON_URL: 'off' })).toEqual([undefined, undefined]);
});

test('a misspelt setting is noticed', () => {
  expect(findStrangeSettings({ CASTELLAN_DATADIR: 'x', CASTELLAN_DATA_DIR: 'y', HOME: 'z' })).toEqual(['CASTELLAN_DATADIR']);
});

test('the secret of the music app is repeated in no refusal', () => {
  const settings = parse({ SPOTIFY_CLIENT_ID: 'app', SPOTIFY_CLIENT_SECRET: 'hunter two' });
  expect(settings.ok ? '' : settings.failure.message).toContain('SPOTIFY_CLIENT_SECRET must be');
  expect(settings.ok ? '' : settings.failure.message).not.toContain('hunter');
});

test('the music app has an id and a secret, or neither', () => {
  expect(parse({ SPOTIFY_CLIENT_ID: 'app' })).toMatchObject({ failure: { variable: 'SPOTIFY_CLIENT_SECRET' } });
  const half = parse({ SPOTIFY_CLIENT_SECRET: 'hunter2' });
  expect(half).toMatchObject({ failure: { variable: 'SPOTIFY_CLIENT_ID' } });
  expect(half.ok ? '' : half.failure.message).not.toContain('hunter2');
  const whole = parse({ SPOTIFY_CLIENT_ID: 'app', SPOTIFY_CLIENT_SECRET: 'hunter2' });
  expect(whole.ok && whole.value.music).toEqual({
    client: { id: 'app', secret: 'hunter2' },
    accountsUrl: 'https://accounts.spotify.com',
    apiUrl: 'https://api.spotify.com/v1',
    proxyUrl: undefined,
  });
});

test('the addresses of the music provider lose their trailing slashes, and a proxy keeps its path and query', () => {
  const settings = parse({
    SPOTIFY_ACCOUNTS_URL: 'http://127.0.0.1:9/',
    SPOTIFY_API_URL: 'http://[::1]:9/v1/',
    MUSIC_CORS_PROXY: 'https://proxy.example/get?url=',
  });
  expect(settings.ok && settings.value.music).toEqual({
    client: undefined,
    accountsUrl: 'http://127.0.0.1:9',
    apiUrl: 'http://[::1]:9/v1',
    proxyUrl: 'https://proxy.example/get?url=',
  });
});

test('without an address of a database it is the embedded one, and the keys lie in the data folder', () => {
  const settings = parse({ CASTELLAN_DATA_DIR: '/srv/castellan' });
  expect(settings.ok && [settings.value.database, settings.value.keysFile]).toEqual([undefined, '/srv/castellan/keys/keys.json']);
});

test('a database is taken with the way past its pooler, and the keys may lie elsewhere', () => {
  const settings = parse({
    DATABASE_URL: 'postgres://site:pw@127.0.0.1:6432/site',
    DATABASE_DIRECT_URL: 'postgres://site:pw@127.0.0.1/site',
    CASTELLAN_KEYS_FILE: '/etc/castellan/keys.json',
  });
  expect(settings.ok && settings.value).toMatchObject({
    database: { address: { port: 6432 }, direct: { port: 5432 } },
    keysFile: '/etc/castellan/keys.json',
  });
});

test('contents of objects lie in the data folder unless a folder of their own is named, and sizes are counted in megabytes', () => {
  expect(parse({ CASTELLAN_DATA_DIR: '/srv/castellan' })).toMatchObject({
    value: { storage: { folder: '/srv/castellan/files', largestFileBytes: 50_000_000, bytesPerCaller: 1_000_000_000 } },
  });
  expect(parse({ CASTELLAN_FILES_DIR: '/mnt/files', STORAGE_LARGEST_FILE_MB: '5', STORAGE_MB_PER_ACCOUNT: '70' })).toMatchObject({
    value: { storage: { folder: '/mnt/files', largestFileBytes: 5_000_000, bytesPerCaller: 70_000_000 } },
  });
  expect(parse({ STORAGE_LARGEST_FILE_MB: '0' })).toMatchObject({ failure: { variable: 'STORAGE_LARGEST_FILE_MB' } });
});

test('nothing of a malformed database address is repeated, and a way past a pooler wants a pooler', () => {
  const malformed = parse({ DATABASE_URL: 'postgres://site:hunter2@db.example/site?sslmode=prefer' });
  expect(malformed).toMatchObject({ failure: { variable: 'DATABASE_URL' } });
  expect(malformed.ok ? '' : malformed.failure.message).not.toContain('hunter2');
  expect(parse({ DATABASE_DIRECT_URL: 'postgres://site:pw@127.0.0.1/site' })).toMatchObject({ failure: { variable: 'DATABASE_URL' } });
});

test('every setting is described with where it comes from, what is refused with its reason, and no secret is in any of it', () => {
  const secret = 'hunter2hunter2';
  const environment = Object.fromEntries(
    settingNames.map((name) => [name, `https://owner:${secret}@castellan.example/{host}?key=${secret}`]),
  );
  const given = {
    ...environment,
    PORT: '70000',
    DATABASE_URL: `postgres://site:${secret}@db.example/site`,
    SPOTIFY_CLIENT_SECRET: secret,
    AUTH_FIXED_CODES: `ada@example.test=${secret}`,
    LOG_LEVEL: '',
  };
  const described = describeSettings(given);
  expect(described.map(({ variable }) => variable)).toEqual(settingNames);
  expect(JSON.stringify(described)).not.toContain(secret);
  const find = (name: string) => described.find(({ variable }) => variable === name);
  expect(find('PORT')).toMatchObject({ value: '70000', from: 'environment', fault: expect.stringContaining('PORT must be') });
  expect(find('LOG_LEVEL')).toEqual({ variable: 'LOG_LEVEL', value: 'info', from: 'default', fault: undefined });
  expect(find('DATABASE_URL')).toMatchObject({ value: '(set, not shown)', fault: undefined });
  expect(
    describeSettings({ DATABASE_DIRECT_URL: 'postgres://site:x@db.example/site' }).filter(({ fault }) => fault !== undefined),
  ).toMatchObject([{ variable: 'DATABASE_URL', from: 'default' }]);
});
