import { fail, succeed } from '@castellan/foundation/result';
import { expect, test } from 'vitest';
import { makeIcon } from '../../../../../tests/support/foreign-services.ts';
import { rightCode } from '../testing/memory-server.ts';
import {
  codeOf,
  draft,
  lockAndOpen,
  master,
  must,
  openByMaster,
  openNewVault,
  type Tab,
  until,
  untilVerified,
} from '../testing/vault-world.ts';
import { iconHostOf } from './icon-host.ts';

const dataOf = (icon: Uint8Array) => Buffer.from(icon).toString('base64');
const red = makeIcon(200, 30, 30);
const blue = makeIcon(30, 30, 200);
/** As it is shown: with the zeros that hide its length. */
const addressOf = (icon: Uint8Array) => {
  const padded = new Uint8Array(2048);
  padded.set(icon);
  return `data:image/x-icon;base64,${dataOf(padded)}`;
};
const site = (host: string, title = host) => draft(title, {}, { url: `https://${host}/login` });

/** A vault whose server knows icons; every question is written down. */
async function vaultWithIcons(icons: Readonly<Record<string, Uint8Array>>) {
  const tab = await openNewVault();
  const questions: string[] = [];
  tab.server.iconOf = (host) => {
    questions.push(host);
    const icon = icons[host];
    return succeed(icon === undefined ? { outcome: 'none' } : { outcome: 'icon', data: dataOf(icon) });
  };
  return { tab, questions };
}

const rowIcon = (tab: Pick<Tab, 'server'>, id: string) => tab.server.rows.get(id)?.['icon'] ?? null;
const untilSealed = (tab: Pick<Tab, 'server'>, id: string) => expect.poll(() => rowIcon(tab, id)).toMatch(/^i2\./);
/** Whatever was begun by an action that tells nothing of its end has ended: the queue that it stands in is empty. */
const settled = async (tab: Tab) => {
  for (let turn = 0; turn < 3; turn += 1) must(await tab.actions.save(null, draft(`turn ${turn}`), null));
};

test('a saved entry gets the icon of its site, sealed, without another version of the entry', async () => {
  const { tab, questions } = await vaultWithIcons({ 'bank.example.org': red });
  const { id } = must(await tab.actions.save(null, site('bank.example.org'), null));
  await untilSealed(tab, id);
  expect(questions).toEqual(['bank.example.org']);
  await expect.poll(() => tab.actions.readIcon(id)).toBe(addressOf(red));
  const state = await untilVerified(tab);
  expect(state.items.find((item) => item.id === id)?.version).toBe(1);
  expect(state.verification.findings).toEqual([]);
  expect(JSON.stringify([...tab.server.rows.values()])).not.toContain(dataOf(red).slice(0, 40));
});

test('icons of different lengths are sealed at one, so that a length does not name the site', async () => {
  const longer = new Uint8Array(1900);
  longer.set(red);
  const { tab } = await vaultWithIcons({ 'bank.example.org': red, 'chess.example.org': longer });
  const one = must(await tab.actions.save(null, site('bank.example.org'), null)).id;
  const other = must(await tab.actions.save(null, site('chess.example.org'), null)).id;
  await untilSealed(tab, one);
  await untilSealed(tab, other);
  expect(String(rowIcon(tab, one)).length).toBe(String(rowIcon(tab, other)).length);
});

test('the icon is there after a lock, also for who opened the list by a code alone', async () => {
  const { tab } = await vaultWithIcons({ 'bank.example.org': red });
  const { id } = must(await tab.actions.save(null, site('bank.example.org'), null));
  await untilSealed(tab, id);
  tab.actions.lock('button');
  expect(await tab.actions.readIcon(id)).toBeUndefined();
  await expect.poll(() => tab.server.locks).toEqual(['button']);
  must(await tab.actions.unlockWithCode(rightCode));
  await untilVerified(tab);
  expect(tab.store.read()).toMatchObject({ tier: 'details' });
  expect(await tab.actions.readIcon(id)).toBe(addressOf(red));
});

test('an entry that leads elsewhere loses the old icon with the same save, and gets the new site’s', async () => {
  const { tab, questions } = await vaultWithIcons({ 'bank.example.org': red, 'chess.example.org': blue });
  const { id } = must(await tab.actions.save(null, site('bank.example.org', 'One'), null));
  await untilSealed(tab, id);
  const { version } = must(await tab.actions.openForEdit(id));
  must(await tab.actions.save(id, site('chess.example.org', 'One'), version));
  await expect.poll(() => tab.actions.readIcon(id)).toBe(addressOf(blue));
  const again = must(await tab.actions.openForEdit(id));
  must(await tab.actions.save(id, site('unknown.example.org', 'One'), again.version));
  await expect.poll(() => rowIcon(tab, id)).toBeNull();
  await expect.poll(() => questions).toEqual(['bank.example.org', 'chess.example.org', 'unknown.example.org']);
});

test('a host is asked about once, however many entries lead there and however often they are opened', async () => {
  const { tab, questions } = await vaultWithIcons({ 'bank.example.org': red });
  const ids = [];
  for (const title of ['a', 'b', 'c']) ids.push(must(await tab.actions.save(null, site('bank.example.org', title), null)).id);
  const nowhere = must(await tab.actions.save(null, site('unknown.example.org'), null)).id;
  for (const id of ids) await untilSealed(tab, id);
  for (let round = 0; round < 3; round += 1) for (const id of [...ids, nowhere]) tab.actions.wantIcon(id);
  await settled(tab);
  expect(questions.sort()).toEqual(['bank.example.org', 'unknown.example.org']);
});

test('an opened list asks for nothing; an entry that is opened does', async () => {
  const { tab, questions } = await vaultWithIcons({ 'site-7.example.org': blue });
  const rows = Array.from({ length: 40 }, (_, at) => `Site ${at},https://site-${at}.example.org,ada,pass ${at},`);
  const bytes = new TextEncoder().encode(['name,url,username,password,note', ...rows, ''].join('\r\n'));
  tab.choices.icons = false;
  must(await tab.actions.tools.readImport({ bytes, password: undefined, keyFile: undefined }, {}));
  must(await tab.actions.tools.runImport({}));
  const state = await untilVerified(tab);
  tab.choices.icons = true;
  await Promise.all(state.items.map(({ id }) => tab.actions.readIcon(id)));
  expect(questions).toEqual([]);
  const id = state.items.find(({ details }) => details.title === 'Site 7')?.id ?? '';
  tab.actions.wantIcon(id);
  await untilSealed(tab, id);
  expect(questions).toEqual(['site-7.example.org']);
});

test('an icon that another device kept meanwhile is taken and not asked for again', async () => {
  const { tab, questions } = await vaultWithIcons({});
  const { id } = must(await tab.actions.save(null, site('bank.example.org'), null));
  await settled(tab);
  const other = await openByMaster({ server: tab.server });
  await untilVerified(other);
  tab.server.iconOf = (host) => {
    questions.push(host);
    return succeed({ outcome: 'icon', data: dataOf(red) });
  };
  other.actions.wantIcon(id);
  await untilSealed(tab, id);
  const { length } = questions;
  tab.actions.wantIcon(id);
  await expect.poll(() => tab.actions.readIcon(id)).toBe(addressOf(red));
  expect(questions).toHaveLength(length);
});

test.each([
  ['a drawing that is a document', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['a page', '<!doctype html>'],
  ['nothing', ''],
])('%s in the place of an icon is sealed nowhere', async (_what, text) => {
  const { tab } = await vaultWithIcons({ 'bank.example.org': new TextEncoder().encode(text) });
  const { writes } = tab.server;
  const { id } = must(await tab.actions.save(null, site('bank.example.org'), null));
  await settled(tab);
  expect(rowIcon(tab, id)).toBeNull();
  expect(tab.server.writes).toBe(writes + 4);
});

test('an icon that was planted in a row, or is another entry’s, is not shown but named, and stays until the owner takes it away', async () => {
  const { tab, questions } = await vaultWithIcons({ 'bank.example.org': red });
  const bank = must(await tab.actions.save(null, site('bank.example.org'), null)).id;
  await untilSealed(tab, bank);
  const other = must(await tab.actions.save(null, site('chess.example.org', 'Elsewhere'), null)).id;
  await settled(tab);
  const planted = rowIcon(tab, bank);
  tab.server.put({ id: other, icon: planted });
  await lockAndOpen(tab);
  await untilVerified(tab);
  expect(await tab.actions.readIcon(other)).toBeUndefined();
  expect(await tab.actions.readIcon(bank)).toBe(addressOf(red));
  const found = async () => {
    const state = await untilVerified(tab);
    return { findings: state.verification.findings, marked: state.items.flatMap(({ id, finding }) => (finding === null ? [] : [id])) };
  };
  expect(await found()).toEqual({ findings: [{ code: 'icon_unreadable', id: other }], marked: [other] });

  questions.splice(0);
  tab.actions.wantIcon(other);
  await settled(tab);
  expect(questions).toEqual([]);
  expect(rowIcon(tab, other)).toBe(planted);
  expect(await found()).toMatchObject({ marked: [other] });

  must(await tab.actions.dropIcon(other));
  expect(rowIcon(tab, other)).toBeNull();
  expect(await found()).toEqual({ findings: [], marked: [] });
  tab.actions.wantIcon(other);
  await expect.poll(() => questions).toEqual(['chess.example.org']);
});

test('where the owner or the operator wants none, nobody is asked', async () => {
  const { tab, questions } = await vaultWithIcons({ 'bank.example.org': red });
  tab.choices.icons = false;
  const { id } = must(await tab.actions.save(null, site('bank.example.org'), null));
  tab.actions.wantIcon(id);
  await settled(tab);
  expect(questions).toEqual([]);
  tab.choices.icons = true;
  tab.server.iconOf = (host) => {
    questions.push(host);
    return succeed({ outcome: 'off' });
  };
  tab.actions.wantIcon(id);
  await expect.poll(() => questions).toEqual(['bank.example.org']);
  await settled(tab);
  must(await tab.actions.save(null, site('chess.example.org'), null));
  await settled(tab);
  expect(questions).toEqual(['bank.example.org']);
});

test('a service or backend that is away harms nothing and is not asked again before the next unlock', async () => {
  const { tab } = await vaultWithIcons({});
  const questions: string[] = [];
  tab.server.iconOf = (host) => {
    questions.push(host);
    return fail({ code: 'backend_unreachable' });
  };
  const { id } = must(await tab.actions.save(null, site('bank.example.org'), null));
  await expect.poll(() => questions).toHaveLength(1);
  tab.actions.wantIcon(id);
  await settled(tab);
  expect(questions).toHaveLength(1);
  expect(codeOf(await tab.actions.readSecrets(id, 'view'))).toBe('ok');
  await lockAndOpen(tab);
  await untilVerified(tab);
  tab.actions.wantIcon(id);
  await expect.poll(() => questions).toHaveLength(2);
});

test('what is answered after a lock is kept nowhere', async () => {
  const { tab } = await vaultWithIcons({});
  let answer = () => {};
  const asked = Promise.withResolvers<void>();
  Object.assign(tab.server.backend, {
    siteIcon: async () => {
      asked.resolve();
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return succeed({ outcome: 'icon', data: dataOf(red) });
    },
  });
  const { id } = must(await tab.actions.save(null, site('bank.example.org'), null));
  await asked.promise;
  tab.actions.lock('button');
  answer();
  must(await tab.actions.unlockWithMaster(master));
  await untilVerified(tab);
  await until(tab, (state) => state.stage === 'open' && state.ways.device);
  expect(rowIcon(tab, id)).toBeNull();
});

test.each([
  ['https://bank.example.org/login?x', 'bank.example.org'],
  ['http://BANK.example.org:8080', 'bank.example.org'],
  ['https://bücher.de', 'xn--bcher-kva.de'],
  ['https://ada:secret@bank.example.org', 'bank.example.org'],
  ['ftp://bank.example.org', undefined],
  ['https://router.local', undefined],
  ['https://192.168.1.1', undefined],
  ['https://[::1]', undefined],
  ['https://localhost:4321', undefined],
  ['javascript:alert(1)', undefined],
  ['bank.example.org', undefined],
  ['', undefined],
])('of %j a service may be told %s', (url, host) => {
  expect(iconHostOf(url)).toBe(host);
});

test('before the owner was asked, no host is told; once icons are on, imported entries get theirs', async () => {
  const { tab, questions } = await vaultWithIcons({ 'bank.example.org': red, 'garden.example.org': blue });
  tab.choices.icons = false;
  const csv =
    'name,url,username,password,note\r\nBank,https://bank.example.org/login,ada,one,\r\nGarden,https://garden.example.org,ada,two,\r\n';
  must(await tab.actions.tools.readImport({ bytes: new TextEncoder().encode(csv), password: undefined, keyFile: undefined }, {}));
  must(await tab.actions.tools.runImport({}));
  const { items } = await untilVerified(tab);
  tab.actions.wantIcon(items[0]?.id ?? '');
  tab.actions.wantAllIcons();
  expect(questions).toEqual([]);
  tab.choices.icons = true;
  tab.actions.wantAllIcons();
  await expect.poll(() => [...tab.server.rows.values()].every((row) => row['icon'] !== null)).toBe(true);
  expect(questions.sort()).toEqual(['bank.example.org', 'garden.example.org']);
});
