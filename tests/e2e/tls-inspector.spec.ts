import { generateKeyPairSync } from 'node:crypto';
import { createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { createServer, type TlsOptions } from 'node:tls';
import type { Page } from '@playwright/test';
import { selfSigned } from '../support/tls/self-signed.ts';
import { enterAsOwner, expect, test } from './test-app.ts';

test.use({ serverEnvironment: { TOOLS_ALLOW_CIDRS: '127.0.0.0/8' } });

const servers: Server[] = [];
test.afterAll(() => {
  for (const server of servers) server.close();
});

async function listen(server: Server, port = 0): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

const keys = selfSigned(generateKeyPairSync('ec', { namedCurve: 'P-256' }));
const tls = (options: TlsOptions) =>
  // What is no HTTP is said at once, so that nobody waits for an answer.
  createServer({ ...keys, ...options }, (socket) => socket.on('error', () => {}).once('data', () => socket.end('no HTTP\r\n'))).on(
    'tlsClientError',
    () => {},
  );

async function inspect(page: Page, target: string): Promise<void> {
  await page.getByLabel('Target').fill(target);
  await page.getByRole('button', { name: 'Inspect' }).click();
}

const report = (page: Page, target: string) => page.getByRole('article', { name: `Report on ${target}` });

test('the owner inspects, cancels after a reload, compares, shares a link, and chooses what visitors see', async ({
  page,
  app,
  browser,
}) => {
  await enterAsOwner(page, app);
  await page.goto('/tls-inspector');
  await expect(page.getByText('No reports yet')).toBeVisible();
  await inspect(page, '0x7f.1');
  await expect(page.getByText('four decimals')).toBeVisible();

  const weak = tls({ minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2' });
  const port = await listen(weak);
  const target = `127.0.0.1:${port}`;
  await inspect(page, target);
  await expect(report(page, target)).toContainText('The certificate is not trusted.');
  await expect(report(page, target)).toContainText('TLS 1.3 is not offered');
  await expect(report(page, target).getByRole('table')).toContainText('TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384');

  const held = new Set<Socket>();
  const silent = createTcpServer((socket) => {
    held.add(socket);
    socket.resume().on('error', () => {});
    socket.once('close', () => held.delete(socket));
  });
  const silentPort = await listen(silent);
  await inspect(page, `127.0.0.1:${silentPort}`);
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Cancelled. Nothing was saved.')).toBeVisible();
  expect(held.size).toBe(0);

  await new Promise((resolve) => weak.close(resolve));
  await listen(tls({ minVersion: 'TLSv1.2' }), port);
  await inspect(page, target);
  await expect(report(page, target)).not.toContainText('TLS 1.3 is not offered');
  await page.getByRole('button', { name: 'Compare' }).click();
  const difference = page.getByRole('region', { name: 'Difference' });
  await expect(difference).toContainText('Nothing got worse.');
  await expect(difference).toContainText('TLS 1.3 is not offered');

  await page.getByRole('button', { name: 'Share' }).click();
  const link = await page.getByRole('link', { name: /\/r\// }).getAttribute('href');
  await page.getByRole('button', { name: 'Use as example' }).click();
  const preview = page.getByRole('dialog', { name: 'Use as example' });
  await expect(preview).toContainText('[private address]');
  await preview.getByRole('button', { name: 'Show it to visitors' }).click();
  await expect(page.getByText('Visitors see this report as an example.')).toBeVisible();

  const visitor = await (await browser.newContext()).newPage();
  const opened = await visitor.goto(link ?? '');
  expect(opened?.headers()).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
  await expect(visitor.getByRole('article')).toContainText('The certificate is not trusted.');
  await visitor.goto(`${app.server.url}/tls-inspector`);
  await expect(visitor.getByText('Only the owner may inspect a target.')).toBeVisible();
  await expect(visitor.getByRole('article')).toContainText('[private address]');
  await expect(visitor.getByRole('button', { name: 'Inspect' })).toHaveCount(0);
  await visitor.context().close();
});
