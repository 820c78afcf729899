import { expect, test } from 'vitest';
import { findStrangeSettings, parseSettings } from './settings.ts';

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

test('a misspelt setting is noticed', () => {
  expect(findStrangeSettings({ CASTELLAN_DATADIR: 'x', CASTELLAN_DATA_DIR: 'y', HOME: 'z' })).toEqual(['CASTELLAN_DATADIR']);
});
