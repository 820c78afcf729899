import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { enterAsOwner, expect, test } from './test-app.ts';
import { master } from './vault-steps.ts';

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
    await expect(answer).toContainText('does not let other sites read its answers');
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
});
