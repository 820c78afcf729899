import { BlockList } from 'node:net';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { judgeOpenSettings, type OpenSettings } from './open-settings.ts';
import { parseSettings } from './settings.ts';

function openingsOf(environment: Record<string, string>): OpenSettings {
  const settings = parseSettings(environment);
  if (!settings.ok) throw new Error(settings.failure.message);
  return settings.value.openings;
}

const loopback = fc.oneof(
  fc.constantFrom('127.0.0.1', '::1', 'localhost', 'LOCALHOST'),
  fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255)).map((parts) => `127.${parts.join('.')}`),
);
const elsewhere = fc.oneof(
  fc.constantFrom(
    '0.0.0.0',
    '::',
    '192.168.1.7',
    '10.0.0.1',
    'castellan.example',
    'localhost.example',
    '127.0.0.1.example',
    '127.example',
    '2001:db8::1',
  ),
  fc.ipV4().filter((address) => !address.startsWith('127.')),
  fc.ipV6().filter((address) => !/^[0:]*1$/.test(address) && !address.includes('.')),
);
const trustedProxies = new BlockList();
const urlOf = (host: string) => `http://${host.includes(':') ? `[${host}]` : host}:4321`;

/** Each of what weakens a server on a network, by itself. */
const weakening = fc.constantFrom<readonly [environment: Record<string, string>, sharedKeys: number, named: string]>(
  [{ AUTH_FIXED_CODES: 'ada@example.test=123456' }, 0, 'AUTH_FIXED_CODES'],
  [{ AUTH_KEY_TOKENS: 'on' }, 0, 'AUTH_KEY_TOKENS'],
  [{ DATA_TRANSACTION_OVERRIDE: 'on' }, 0, 'DATA_TRANSACTION_OVERRIDE'],
  [{}, 1, 'HS256'],
);
/** What is open without weakening anything of the owner's. */
const harmless = fc.record({
  AUTH_SIGN_UP: fc.constantFrom('off', 'confirmed', 'open'),
  AUTH_ANONYMOUS: fc.constantFrom('on', 'off'),
  AUTH_ONE_TIME_CODES: fc.constantFrom('on', 'off'),
  AUTH_PASSKEYS: fc.constantFrom('on', 'off'),
  AUTH_SHORTEST_PASSWORD: fc.integer({ min: 6, max: 72 }).map(String),
});

test('what weakens a server is taken where it listens on loopback and is reached there, whatever else is set', () => {
  fc.assert(
    fc.property(weakening, harmless, loopback, fc.option(loopback), ([environment, sharedKeys], more, host, name) => {
      const wanted = openingsOf({ ...more, ...environment });
      const reach = { host, publicUrl: name === null ? undefined : urlOf(name), trustedProxies };
      expect(judgeOpenSettings(wanted, reach, { sharedKeys })).toEqual({ ok: true, value: wanted });
    }),
  );
});

test('it is refused, and named with the place, where the server listens elsewhere or is reached elsewhere', () => {
  fc.assert(
    fc.property(
      weakening,
      harmless,
      fc.oneof(fc.tuple(elsewhere, loopback), fc.tuple(loopback, elsewhere), fc.tuple(elsewhere, elsewhere)),
      (given, more, places) => {
        const [environment, sharedKeys, named] = given;
        const [host, name] = places;
        const judged = judgeOpenSettings(
          openingsOf({ ...more, ...environment }),
          { host, publicUrl: urlOf(name), trustedProxies },
          { sharedKeys },
        );
        const message = judged.ok ? '' : judged.failure.message;
        expect(message).toContain(named);
        expect(message).toMatch(/HOST |PUBLIC_URL /);
        expect(message).not.toContain('123456');
      },
    ),
  );
});

test('a listener on every address is no loopback, also where no public address is set', () => {
  const wanted = openingsOf({ AUTH_KEY_TOKENS: 'on' });
  expect(judgeOpenSettings(wanted, { host: '0.0.0.0', publicUrl: undefined, trustedProxies }, { sharedKeys: 0 })).toMatchObject({
    ok: false,
  });
});

test('a proxy before the server brings in others, wherever it listens', () => {
  const settings = parseSettings({ TRUSTED_PROXIES: '127.0.0.1', AUTH_FIXED_CODES: 'ada@example.test=123456' });
  if (!settings.ok) throw new Error(settings.failure.message);
  expect(judgeOpenSettings(settings.value.openings, settings.value, { sharedKeys: 0 })).toMatchObject({
    ok: false,
    failure: { message: expect.stringContaining('TRUSTED_PROXIES says that others come in') },
  });
});

test('what weakens nothing is taken anywhere', () => {
  fc.assert(
    fc.property(harmless, fc.oneof(elsewhere, loopback), fc.oneof(elsewhere, loopback), (environment, host, name) => {
      const wanted = openingsOf(environment);
      expect(judgeOpenSettings(wanted, { host, publicUrl: urlOf(name), trustedProxies }, { sharedKeys: 0 })).toEqual({
        ok: true,
        value: wanted,
      });
    }),
  );
});

test('nothing is open where nothing is said', () => {
  expect(openingsOf({})).toEqual({
    signUps: {
      signUp: 'off',
      anonymous: false,
      oneTimeCodes: false,
      passkeys: false,
      shortestPassword: 12,
      signUpsPerHour: 30,
      mostAccounts: 1000,
      fixedCodes: new Map(),
    },
    keysFile: undefined,
    acceptsKeyTokens: false,
    data: { letsClientsEndTransactions: false, schemas: [] },
    otherWays: { file: undefined, linking: false, wallets: [], smsHook: undefined },
  });
});

test('schemas are served by name, and never one of the server’s or of PostgreSQL’s, whatever else is named', () => {
  expect(openingsOf({ DATA_SCHEMAS: ' shop, public ,back_office,shop' }).data.schemas).toEqual(['shop', 'back_office']);
  const kept = fc.oneof(
    fc.constantFrom('private', 'auth', 'storage', 'realtime', 'extensions', 'castellan', 'information_schema'),
    fc.string({ unit: fc.constantFrom(...'abz_09'), maxLength: 10 }).map((rest) => `pg_${rest}`),
    fc.constantFrom('Private', '"auth"', 'shop;', 'a b', '1st', 'x'.repeat(64)),
  );
  const others = fc.array(fc.constantFrom('shop', 'public', 'back_office', ''));
  fc.assert(
    fc.property(others, kept, others, (before, name, after) => {
      const refused = parseSettings({ DATA_SCHEMAS: [...before, name, ...after].join(',') });
      expect(refused).toMatchObject({ ok: false, failure: { variable: 'DATA_SCHEMAS' } });
    }),
  );
});

test.each([
  ['AUTH_SIGN_UP', 'yes'],
  ['AUTH_ANONYMOUS', 'true'],
  ['AUTH_SHORTEST_PASSWORD', '5'],
  ['AUTH_SHORTEST_PASSWORD', '73'],
  ['AUTH_MOST_ACCOUNTS', '0'],
  ['DATA_TRANSACTION_OVERRIDE', 'maybe'],
])('%s=%s is refused with what it must be', (variable, value) => {
  expect(parseSettings({ [variable]: value })).toMatchObject({
    ok: false,
    failure: { variable, message: expect.stringContaining('must be') },
  });
});

test('a fixed code that is none is refused, and not shown', () => {
  for (const given of ['eve@example.test=98765', 'eve@example.test', 'eve=987654', 'eve@example.test=987654=7']) {
    const settings = parseSettings({ AUTH_FIXED_CODES: given });
    expect(settings.ok ? '' : settings.failure.message).toContain('AUTH_FIXED_CODES must be');
    expect(settings.ok ? '' : settings.failure.message).not.toContain(given);
  }
});
