import { createServer, type Server } from 'node:net';
import { enterAsOwner, expect, test } from './test-app.ts';

test.use({ serverEnvironment: { TOOLS_ALLOW_CIDRS: '127.0.0.0/8' } });

const servers: Server[] = [];
test.afterAll(() => {
  for (const server of servers) server.close();
});

async function listen(): Promise<number> {
  const server = createServer((socket) =>
    socket
      .on('error', () => {})
      .resume()
      .end('SSH-2.0-OpenSSH_9.2p1 Debian-2\r\n'),
  );
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

test('the owner says that a target may be probed, scans ports of it, and sees what changed since', async ({ page, app, browser }) => {
  await enterAsOwner(page, app);
  // Ports of this test alone: others listen on this machine too.
  const [first, second] = [await listen(), await listen()];
  await page.goto('/network-scanner#target=127.0.0.1');
  await page.getByText('Options').click();
  await page.getByLabel('Ports', { exact: true }).selectOption('list');
  await page.getByLabel('Ports and ranges').fill(`${first},${second}`);
  await page.getByRole('button', { name: 'Scan' }).click();
  await expect(page.getByText('Tick first that you may probe this target.')).toBeVisible();
  await page.getByLabel('I may probe this target').check();
  await page.getByRole('button', { name: 'Scan' }).click();
  const report = page.getByRole('article', { name: 'Report on 127.0.0.1' });
  await expect(report).toContainText('Sound: 2 of 2 TCP ports are open');
  await expect(report.getByRole('table')).toContainText('OpenSSH 9.2p1');
  await new Promise((resolve) => servers[1]?.close(resolve));
  await page.getByRole('button', { name: 'Scan' }).click();
  const difference = page.getByRole('region', { name: 'Difference' });
  await expect(difference).toContainText('No longer open');
  await expect(difference).toContainText(`127.0.0.1:${second}`);
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(`${app.server.url}/network-scanner`);
  await expect(visitor.getByText('Only the owner may scan a target.')).toBeVisible();
  await expect(visitor.getByRole('button', { name: 'Scan' })).toHaveCount(0);
  await visitor.context().close();
});
