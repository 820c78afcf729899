import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { readSignedDays, readStatement, type SignedDay, writeStatement } from '@castellan/foundation/signed-log';
import { expect, test } from 'vitest';
import { checkDays } from './check-days.ts';

const siteUrl = 'https://castellan.example';
const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');

type Key = { readonly privateKey: KeyObject; readonly publicKey: KeyObject };
const [present, earlier] = [newKey(), newKey()] as const;
function newKey(): Key {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' });
}
const pemOf = ({ publicKey }: Key) => publicKey.export({ type: 'spki', format: 'pem' }).toString();

const dayAt = (at: number) => new Date(Date.UTC(2025, 11, 20) + at * 86_400_000).toISOString().slice(0, 10);

/** Consecutive days from 20 December 2025 on, the first two by the earlier key. */
function makeDays(count: number): SignedDay[] {
  const days: SignedDay[] = [];
  for (let at = 0; at < count; at += 1) {
    const before = days.at(-1);
    const previous = before === undefined ? undefined : sha256(before.statement);
    days.push(
      signed(writeStatement({ siteUrl, day: dayAt(at), log: sha256(`row ${at}`), previous }), dayAt(at), at < 2 ? earlier : present),
    );
  }
  return days;
}

function signed(statement: string, day: string, key: Key): SignedDay {
  const signature = sign('sha256', Buffer.from(statement), key.privateKey).toString('base64');
  return { day, statement, signature, publicKey: pemOf(key) };
}

/** The files of a site with these days. `listed` are those that the list of days has. */
function siteOf(days: readonly SignedDay[], listed: readonly SignedDay[] = days) {
  const asked: string[] = [];
  const fetchText = async (file: string) => {
    asked.push(file);
    if (file === 'key.pem') return pemOf(present);
    if (file === 'days.txt') return listed.map(({ day, statement }) => `${sha256(statement)}  ${day}.txt\n`).join('');
    const ofYear = days.filter(({ day }) => file === `${day.slice(0, 4)}.jsonl`);
    if (ofYear.length === 0) throw new Error('status 404');
    return ofYear.map((day) => `${JSON.stringify(day)}\n`).join('');
  };
  return { asked, fetchText };
}

const check = (fetchText: (file: string) => Promise<string>, more: object = {}) =>
  checkDays({ fetchText, subtle: crypto.subtle, siteUrl, onProgress: () => undefined, signal: new AbortController().signal, ...more });

test('days that are whole hold: signatures by either key, hashes and links, over the turn of a year', async () => {
  const site = siteOf(makeDays(30));
  expect(await check(site.fetchText)).toEqual({
    kind: 'held',
    days: 30,
    first: '2025-12-20',
    last: '2026-01-18',
    keyFingerprint: sha256(present.publicKey.export({ type: 'spki', format: 'der' })),
    byEarlierKeys: 2,
    ofOtherAddresses: 0,
  });
  expect(site.asked).toEqual(['days.txt', 'key.pem', '2025.jsonl', '2026.jsonl']);
  expect(await check(site.fetchText, { siteUrl: 'https://other.example' })).toMatchObject({ ofOtherAddresses: 30 });
});

test('signatures whose numbers are short or begin with a set bit are read as they are', async () => {
  // Of some hundred signatures every length of both numbers occurs.
  expect(await check(siteOf(makeDays(300)).fetchText)).toMatchObject({ kind: 'held', days: 300 });
});

const replaced = (days: readonly SignedDay[], at: number, change: (day: SignedDay) => SignedDay) =>
  days.map((day, index) => (index === at ? change(day) : day));

test('the first day that does not hold is named, with what is wrong with it', async () => {
  const days = makeDays(8);
  const other = (day: SignedDay) => day.statement.replace(/log: ...../, 'log: 00000');
  const broken = async (served: readonly SignedDay[], listed: readonly SignedDay[]) => check(siteOf(served, listed).fetchText);
  // The list is the kept one: the statement was altered after it.
  expect(
    await broken(
      replaced(days, 3, (day) => ({ ...day, statement: other(day) })),
      days,
    ),
  ).toEqual({
    kind: 'broken',
    day: '2025-12-23',
    fault: 'altered',
    held: 3,
  });
  // The list was altered along with it, and nobody signed again.
  const unsigned = replaced(days, 3, (day) => ({ ...day, statement: other(day) }));
  expect(await broken(unsigned, unsigned)).toMatchObject({ day: '2025-12-23', fault: 'not_signed', held: 3 });
  // It was signed again too: the next day tells.
  const resigned = replaced(days, 3, (day) => signed(other(day), day.day, present));
  expect(await broken(resigned, resigned)).toMatchObject({ day: '2025-12-24', fault: 'not_chained', held: 4 });
  // By a key of which the signature is not.
  const foreign = replaced(days, 5, (day) => ({ ...day, publicKey: pemOf(newKey()) }));
  expect(await broken(foreign, foreign)).toMatchObject({ day: '2025-12-25', fault: 'not_signed' });
  const missing = days.filter((_, at) => at !== 2);
  expect(await broken(missing, days)).toMatchObject({ day: '2025-12-22', fault: 'not_served' });
  expect(await broken(missing, missing)).toMatchObject({ day: '2025-12-23', fault: 'out_of_order', held: 2 });
  const swapped = replaced(days, 4, (day) => ({ ...(days[5] as SignedDay), day: day.day }));
  expect(await broken(swapped, swapped)).toMatchObject({ day: '2025-12-24', fault: 'no_statement' });
});

test.each(['', '!', 'MAYCAQECAQI', Buffer.from([0x30, 0x06, 0x02, 0x01, 0x01, 0x02, 0x01, 0x01]).toString('base64')])(
  'a signature that is none is not one: %j',
  async (signature) => {
    const days = replaced(makeDays(2), 1, (day) => ({ ...day, signature }));
    expect(await check(siteOf(days).fetchText)).toMatchObject({ day: '2025-12-21', fault: 'not_signed' });
  },
);

test('a key that is none, or of another curve, verifies nothing', async () => {
  const larger = generateKeyPairSync('ec', { namedCurve: 'P-384' });
  const pem = larger.publicKey.export({ type: 'spki', format: 'pem' }).toString();
  for (const publicKey of ['', 'key', pem]) {
    const days = replaced(makeDays(2), 1, (day) => ({ ...day, publicKey }));
    expect(await check(siteOf(days).fetchText)).toMatchObject({ fault: 'not_signed' });
  }
});

test('a file that does not come or holds something else is named, and nothing is said to hold', async () => {
  const site = siteOf(makeDays(3));
  const without = (lost: string, text?: string) => async (file: string) => {
    if (file !== lost) return site.fetchText(file);
    if (text === undefined) throw new Error('status 500');
    return text;
  };
  for (const file of ['days.txt', 'key.pem', '2025.jsonl']) expect(await check(without(file))).toEqual({ kind: 'unreadable', file });
  for (const file of ['days.txt', 'key.pem']) expect(await check(without(file, '<!doctype html>'))).toEqual({ kind: 'unreadable', file });
  expect(await check(without('2025.jsonl', '<!doctype html>\nnull\n3\n[]'))).toMatchObject({ fault: 'not_served', held: 0 });
  expect(await check(site.fetchText, { subtle: undefined })).toEqual({ kind: 'no_cryptography' });
});

test('before the first day is signed only the key is read', async () => {
  const site = siteOf([]);
  expect(await check(site.fetchText)).toMatchObject({ kind: 'held', days: 0, first: undefined, last: undefined });
  expect(site.asked).toEqual(['days.txt', 'key.pem']);
});

test('progress is told, and a check that is called off ends between two days', async () => {
  const call = new AbortController();
  const told: number[] = [];
  const site = siteOf(makeDays(200));
  const onProgress = (done: number) => {
    told.push(done);
    if (done === 100) call.abort(new Error('called off'));
  };
  await expect(check(site.fetchText, { onProgress, signal: call.signal })).rejects.toThrow('called off');
  expect(told).toEqual([0, 50, 100]);
});

test('a statement is read only as it is written, under its earlier name too', () => {
  const said = { siteUrl, day: '2026-11-21', log: 'ab'.repeat(32), previous: undefined };
  const text = writeStatement(said);
  expect(readStatement(text)).toEqual(said);
  expect(readStatement(text.replace(/^signed/, 'castellan'))).toEqual(said);
  for (const other of [
    '',
    `${text}\n`,
    text.trimEnd(),
    text.replace('none', 'no'),
    text.replace('2026', '226'),
    text.replace('site: ', 'site:'),
  ])
    expect(readStatement(other), other).toBeUndefined();
  expect(readSignedDays('{"day":"2026-11-21"}\n{]\n').size).toBe(0);
});
