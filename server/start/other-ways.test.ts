import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { afterAll, expect, test } from 'vitest';
import { startTestServer } from '../../tests/support/running-server.ts';
import { copyStartedData } from '../../tests/support/started-data.ts';
import { makeEmbeddedData } from '../../tests/support/test-data.ts';
import { readOtherWays } from './other-ways.ts';

const folder = mkdtempSync(join(tmpdir(), 'castellan-providers-'));
const data = makeEmbeddedData(await copyStartedData());
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await data.remove();
});

function fileOf(content: string, mode = 0o600): string {
  const path = join(folder, 'providers.json');
  writeFileSync(path, content);
  chmodSync(path, mode);
  return path;
}

const whole = { name: 'keycloak', issuer: 'https://id.example.test', client_id: 'castellan', client_secret: 'keep this to yourself' };
const read = (content: unknown, mode?: number) =>
  readOtherWays({
    file: fileOf(typeof content === 'string' ? content : JSON.stringify(content), mode),
    linking: false,
    wallets: [],
    smsHook: undefined,
  });

test('what is half set up is refused in a sentence that holds nothing of the file', async () => {
  for (const [content, said] of [
    ['', /cannot be taken/],
    [[], /cannot be taken/],
    [[{ ...whole, client_secret: undefined }], /entry 1 is wrong at client_secret/],
    [[whole, { ...whole, name: 'x', issuer: 'http://id.example.test' }], /entry 2 is wrong at issuer/],
    [[{ ...whole, issuer: 'https://id.example.test?x=1' }], /at issuer/],
    [[{ ...whole, issuer: 'https://somebody:secret@id.example.test' }], /at issuer/],
    [[{ ...whole, name: 'email' }], /at name/],
    [[{ ...whole, scope: 'x' }], /entry 1 is wrong/],
    [[whole, whole], /same name/],
  ] as const) {
    const refused = read(content);
    await expect(refused, JSON.stringify(content)).rejects.toThrow(said);
    await expect(refused).rejects.not.toThrow(/keep this to yourself/);
  }
  await expect(read([whole], 0o640)).rejects.toThrow(/mode 600/);
  await expect(readOtherWays({ file: join(folder, 'none.json'), linking: false, wallets: [], smsHook: undefined })).rejects.toThrow(
    /is missing/,
  );
  await expect(readOtherWays({ file: undefined, linking: true, wallets: [], smsHook: undefined })).rejects.toThrow(
    /AUTH_MANUAL_LINKING is on/,
  );
});

/** For a process that runs as if the folder of the other ways to sign in were not there (`node --import`). */
const withoutFolder = `
import { registerHooks } from 'node:module';
registerHooks({
  resolve: (specifier, context, next) => {
    const found = next(specifier, context);
    if (!found.url.includes('/platform/src/auth/providers/')) return found;
    throw Object.assign(new Error('Cannot find module ' + specifier), { code: 'ERR_MODULE_NOT_FOUND' });
  },
});`;

test('a server without the folder refuses these calls as before, and does not start where they are set up', async () => {
  const hooks = join(folder, 'without-folder.mjs');
  writeFileSync(hooks, withoutFolder);
  const without = { NODE_OPTIONS: `--import=${hooks}` };
  await expect(startTestServer(data.dataFolder, { ...without, AUTH_WALLETS: 'ethereum' })).rejects.toThrow(/This build leaves out/);
  const server = await startTestServer(data.dataFolder, without);
  try {
    const html = await (await fetch(`${server.url}/auth-terminal`)).text();
    const key = /<meta name="backend-key" content="([^"]+)"/.exec(html)?.[1] ?? '';
    const { auth } = createClient(server.url, key, { auth: { persistSession: false, autoRefreshToken: false, flowType: 'pkce' } });
    const begun = await auth.signInWithOAuth({ provider: 'google', options: { skipBrowserRedirect: true } });
    expect(await (await fetch(begun.data.url ?? '')).json()).toMatchObject({ msg: 'Unsupported provider: provider is not enabled' });
    const callback = await fetch(`${server.url}/auth/v1/callback?code=x&state=y`);
    expect(await callback.json()).toMatchObject({ error_code: 'bad_oauth_state' });
    expect((await auth.signInWithIdToken({ provider: 'google', token: 'x' })).error).toMatchObject({ code: 'provider_disabled' });
    const signed = { chain: 'ethereum', message: 'x', signature: '0x1' } as const;
    expect((await auth.signInWithWeb3(signed)).error).toMatchObject({ code: 'web3_provider_disabled' });
    expect((await auth.signInWithSSO({ domain: 'example.test' })).error).toMatchObject({ code: 'saml_provider_disabled' });
  } finally {
    await server.stop();
  }
});
