import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from './test-app.ts';

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
    await page.getByLabel('Body', { exact: true }).selectOption('JSON');
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
    await page.getByLabel('Body', { exact: true }).selectOption('None');
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
