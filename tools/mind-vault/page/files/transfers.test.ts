import { fail, succeed } from '@castellan/foundation/result';
import { expect, test } from 'vitest';
import type { sendFile } from '../../../../web/app/domains/vault/files/send-file.ts';
import type { SentFile } from '../../../../web/app/domains/vault/files/stored-file.ts';
import { createTransfers, type Transfers } from './transfers.ts';

const sent: SentFile = { bytes: 10, sha256: '', object: { id: 'a'.repeat(32), key: '', sealed: '' } };
const source = new Blob(['0123456789']);

/** A storage that answers when it is told to. */
function slowStorage() {
  const asked: { readonly answer: (given: Awaited<ReturnType<typeof sendFile>>) => void; readonly signal: AbortSignal | undefined }[] = [];
  const sendOne: typeof sendFile = (_, options = {}) =>
    new Promise((answer) => {
      options.onProgress?.(4);
      options.signal?.addEventListener('abort', () => answer(fail({ code: 'cancelled' })));
      asked.push({ answer, signal: options.signal });
    });
  return { asked, transfers: createTransfers({ sendOne }) };
}

const shown = (transfers: Transfers) =>
  transfers.read().map(({ name, done, state }) => [name, done, typeof state === 'string' ? state : state.fault]);
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

test('files go one after the other, each with how far it is', async () => {
  const { asked, transfers } = slowStorage();
  const both = [transfers.send('one', source), transfers.send('two', source)];
  await settled();
  expect(shown(transfers)).toEqual([
    ['one', 4, 'running'],
    ['two', 0, 'waiting'],
  ]);
  expect(asked).toHaveLength(1);
  asked[0]?.answer(succeed(sent));
  await settled();
  expect(shown(transfers)).toEqual([['two', 4, 'running']]);
  asked[1]?.answer(succeed(sent));
  expect(await Promise.all(both)).toEqual([sent, sent]);
  expect(transfers.read()).toEqual([]);
});

test('what fails says why and waits for the owner’s word, while the next one goes on', async () => {
  const { asked, transfers } = slowStorage();
  const [one, two] = [transfers.send('one', source), transfers.send('two', source)];
  await settled();
  asked[0]?.answer(fail({ code: 'storage_full' }));
  await settled();
  expect(shown(transfers)[0]?.[2]).toMatch(/^It was not saved: the storage is full\./);
  asked[1]?.answer(succeed(sent));
  expect(await two).toEqual(sent);
  transfers.tryAgain(transfers.read()[0]?.id ?? 0);
  await settled();
  expect(shown(transfers)).toEqual([['one', 4, 'running']]);
  asked[2]?.answer(fail({ code: 'away' }));
  await settled();
  expect(shown(transfers)).toEqual([['one', 4, 'It was not saved: the server does not answer.']]);
  transfers.cancel(transfers.read()[0]?.id ?? 0);
  expect(await one).toBeUndefined();
  expect(transfers.read()).toEqual([]);
});

test('what is cancelled is given up, under way and while it waits; the end of the notes cancels everything', async () => {
  const { asked, transfers } = slowStorage();
  const all = [transfers.send('one', source), transfers.send('two', source), transfers.send('three', source)];
  await settled();
  transfers.cancel(transfers.read()[1]?.id ?? 0);
  transfers.cancel(transfers.read()[0]?.id ?? 0);
  await settled();
  expect(asked[0]?.signal?.aborted).toBe(true);
  expect(shown(transfers)).toEqual([['three', 4, 'running']]);
  transfers.end();
  expect(await Promise.all(all)).toEqual([undefined, undefined, undefined]);
  expect(asked).toHaveLength(2);
});
