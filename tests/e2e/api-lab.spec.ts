import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { enterAsOwner, expect, test } from './test-app.ts';
import { watchForLeaks } from './vault-leaks.ts';
import { master, openMadeVault } from './vault-steps.ts';

// Sending elsewhere leaves nothing at our server; the two refusals are what the journey is about.
test.use({ provokedComplaint: /sent POST \/items|CORS policy|Content Security Policy|Failed to load/ });

test('a visitor sends from the sandboxed document: another origin, CORS, no cookie, and no request from the page itself @visitor', async ({
  page,
}) => {
  const seen: { readonly line: string; readonly origin: string | undefined; readonly cookie: string | undefined }[] = [];
  const foreign = createServer((request, response) => {
    const { method, url, headers } = request;
    seen.push({ line: `${method} ${url}`, origin: headers.origin, cookie: headers.cookie });
    if (url === '/closed') return response.end('hidden');
    response.setHeader('access-control-allow-origin', 'null');
    response.setHeader('access-control-allow-headers', 'content-type');
    return method === 'OPTIONS'
      ? response.writeHead(204).end()
      : response.writeHead(201, { 'content-type': 'application/json' }).end('{"made":true}');
  }).listen(0, '127.0.0.1');
  await once(foreign, 'listening');
  const address = `http://127.0.0.1:${(foreign.address() as AddressInfo).port}`;
  try {
    await page.goto('/api-lab');
    await page.getByRole('button', { name: 'First request' }).click();
    await page.getByLabel('Method', { exact: true }).selectOption('POST');
    await page.getByLabel('Address', { exact: true }).fill(`${address}/items`);
    await page.getByRole('button', { name: 'Body', exact: true }).click();
    await page.getByRole('combobox', { name: 'Body', exact: true }).selectOption('JSON');
    await page.getByLabel('Content', { exact: true }).fill('{"a":1}');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    const answer = page.getByRole('region', { name: 'Answer', exact: true });
    await expect(answer).toContainText('201');
    await expect(answer).toContainText('"made": true');
    expect(seen).toEqual([
      { line: 'OPTIONS /items', origin: 'null', cookie: undefined },
      { line: 'POST /items', origin: 'null', cookie: undefined },
    ]);
    await page.getByLabel('Method', { exact: true }).selectOption('GET');
    await page.getByRole('button', { name: /^Body/ }).click();
    await page.getByRole('combobox', { name: 'Body', exact: true }).selectOption('None');
    await page.getByLabel('Address', { exact: true }).fill(`${address}/closed`);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(answer).toContainText('does not allow cross-origin access');
    // The page's own policy still allows no other host, and the sandbox reaches none of its storage.
    expect(
      await page.evaluate(
        async (url) =>
          fetch(url).then(
            () => 'sent',
            () => 'refused',
          ),
        `${address}/items`,
      ),
    ).toBe('refused');
    const inside = page.frames().find((frame) => frame.url().endsWith('/api-lab/sender'));
    expect(
      await inside?.evaluate(() => {
        try {
          return window.localStorage.length;
        } catch {
          return 'no storage';
        }
      }),
    ).toBe('no storage');
    expect(await inside?.evaluate(() => window.origin)).toBe('null');
  } finally {
    foreign.closeAllConnections();
    foreign.close();
  }
});

test.describe('the owner', () => {
  test.use({ hasVault: true, serverEnvironment: { TOOLS_ALLOW_CIDRS: '127.0.0.0/8' } });

  test('sends through the server, redirect by redirect, and keeps requests sealed @vault', async ({ page, app }) => {
    const foreign = createServer(({ url }, response) =>
      url === '/moved' ? response.writeHead(302, { location: '/here' }).end() : response.end('found it'),
    ).listen(0, '127.0.0.1');
    await once(foreign, 'listening');
    try {
      await enterAsOwner(page, app);
      await page.goto('/api-lab');
      const unlock = async () => {
        await expect(page.getByRole('heading', { name: 'Collections are locked' })).toBeVisible();
        await page.getByLabel('Master password').fill(master);
        await page.getByRole('button', { name: 'Unlock', exact: true }).click();
      };
      await unlock();
      await page.getByRole('button', { name: 'First request' }).click({ timeout: 30_000 });
      await page.getByLabel('Name', { exact: true }).fill('CANARY-request');
      await page.getByLabel('Address', { exact: true }).fill(`http://127.0.0.1:${(foreign.address() as AddressInfo).port}/moved`);
      await page.getByLabel('Send from').selectOption('relay');
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      const answer = page.getByRole('region', { name: 'Answer', exact: true });
      await expect(answer).toContainText('found it');
      await expect(answer.getByRole('region', { name: 'Redirects' })).toContainText('/moved');
      const rows = () =>
        page.evaluate(async () => {
          const session: unknown = JSON.parse(localStorage.getItem('castellan-auth-token') ?? '{}');
          const token = typeof session === 'object' && session !== null && 'access_token' in session ? session.access_token : '';
          const apikey = document.querySelector('meta[name="backend-key"]')?.getAttribute('content') ?? '';
          return (await fetch('/rest/v1/api_lab_records?select=*', { headers: { apikey, authorization: `Bearer ${token}` } })).text();
        });
      await expect.poll(rows).toContain('"sealed":"r2.');
      expect(await rows()).not.toContain('CANARY');
      await page.reload();
      await unlock();
      await expect(page.getByRole('button', { name: 'CANARY-request' })).toBeVisible();
    } finally {
      foreign.closeAllConnections();
      foreign.close();
    }
  });

  test('sends a value of the vault by the server alone, and no word of it is kept, told or left after a lock @vault', async ({
    page,
    app,
  }) => {
    const secret = 'CANARY-pass-4417';
    const seen: (string | undefined)[] = [];
    const foreign = createServer(({ headers }, response) => {
      seen.push(headers.authorization);
      response.setHeader('x-echo', String(headers.authorization)).end(JSON.stringify(headers));
    }).listen(0, '127.0.0.1');
    await once(foreign, 'listening');
    try {
      await enterAsOwner(page, app);
      await openMadeVault(page);
      await page.getByRole('button', { name: 'Add Entry' }).click();
      const form = page.getByRole('dialog', { name: 'Add Entry' });
      await form.getByLabel('Title', { exact: true }).fill('Example service');
      await form.getByLabel('Password', { exact: true }).fill(secret);
      await form.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByRole('option', { name: 'Example service' })).toBeVisible();
      await page.goto('/api-lab');
      // From here on: what was typed into the vault's own form is not what this is about.
      const leaks = watchForLeaks(page);
      const relayed: string[] = [];
      page.on('request', (request) => {
        if (request.url().endsWith('/api-lab-relay')) relayed.push(request.postData() ?? '');
      });
      await page.getByLabel('Master password').fill(master);
      await page.getByRole('button', { name: 'Unlock', exact: true }).click();
      await page.getByRole('button', { name: 'First request' }).click({ timeout: 30_000 });
      await page.getByLabel('Address', { exact: true }).fill(`http://127.0.0.1:${(foreign.address() as AddressInfo).port}/items`);
      await page.getByRole('button', { name: 'Authentication', exact: true }).click();
      await page.getByRole('combobox', { name: 'Authentication', exact: true }).selectOption('Bearer token');
      await page.getByRole('button', { name: 'From the vault, Token' }).click();
      const picker = page.getByRole('dialog', { name: 'Value from the vault' });
      await picker.getByRole('radio', { name: /Example service/ }).check();
      await picker.getByRole('button', { name: 'Use this value' }).click();
      const answer = page.getByRole('region', { name: 'Answer', exact: true });
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await expect(answer).toContainText('such values are sent through the server only');
      expect(seen).toEqual([]);
      await page.getByLabel('Send from').selectOption('relay');
      const recorded = page.waitForRequest((request) => request.url().includes('/activity_logs') && request.method() === 'POST');
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Allow and send' }).click();
      await expect(answer).toContainText('Bearer [from the vault]');
      expect(seen).toEqual([`Bearer ${secret}`]);
      expect((await recorded).postData()).toContain('Vault entry sent with a request');
      // The relay's one request is where it may stand.
      expect(relayed.filter((body) => body.includes(secret))).toHaveLength(1);
      expect((await leaks.find([secret])).filter(({ place }) => place !== 'request')).toEqual([]);
      expect((await leaks.find([secret])).length).toBe(1);
      await page.reload();
      await expect(page.getByRole('heading', { name: 'Collections are locked' })).toBeVisible();
      expect((await leaks.find([secret])).length).toBe(1);
      const rows = await page.evaluate(async () => {
        const session: unknown = JSON.parse(localStorage.getItem('castellan-auth-token') ?? '{}');
        const token = typeof session === 'object' && session !== null && 'access_token' in session ? session.access_token : '';
        const apikey = document.querySelector('meta[name="backend-key"]')?.getAttribute('content') ?? '';
        const headers = { apikey, authorization: `Bearer ${token}` };
        const read = async (table: string) => (await fetch(`/rest/v1/${table}?select=*`, { headers })).text();
        return Promise.all(['activity_logs', 'api_lab_records', 'notifications'].map(read));
      });
      expect(rows.join('\n')).toContain('Vault entry sent with a request');
      expect(rows.join('\n')).not.toContain(secret);
    } finally {
      foreign.closeAllConnections();
      foreign.close();
    }
  });
});
