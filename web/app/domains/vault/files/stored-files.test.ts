import { createHash } from 'node:crypto';
import { fail, succeed } from '@castellan/foundation/result';
import { filePartBytes } from '@castellan/vault-core/files/sealed-file';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fetchFile } from './fetch-file.ts';
import { looseName, partName } from './part-name.ts';
import { sendFile } from './send-file.ts';
import type { SentFile } from './stored-file.ts';
import type { StoredObjects } from './stored-objects.ts';
import { planTending, tendStoredFiles } from './tend-stored-files.ts';
import { directFileWorker, memoryObjects } from './testing/memory-objects.ts';

const bytesOf = (length: number) => Uint8Array.from({ length }, (_, index) => (index * 131 + (index >> 7)) % 256);
const content = bytesOf(2 * filePartBytes + 12_345);
const hex = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const pause = async () => undefined;

type Made = { readonly file: SentFile } & ReturnType<typeof memoryObjects>;

async function stored(bytes = content): Promise<Made> {
  const memory = memoryObjects();
  const sent = await sendFile(new Blob([bytes]), { objects: memory.objects, openWorker: () => directFileWorker(), pause });
  if (!sent.ok) throw new Error(sent.failure.code);
  return { file: sent.value, ...memory };
}

async function fetched(file: SentFile, objects: StoredObjects): Promise<Uint8Array | string> {
  const came = await fetchFile(file, { objects, openWorker: () => directFileWorker() });
  return came.ok ? new Uint8Array(await came.value.arrayBuffer()) : came.failure.code;
}

test('a file comes back byte for byte, and what the storage has tells neither its name nor what is in it', async () => {
  const { file, objects, kept } = await stored();
  expect(file).toMatchObject({ bytes: content.length, sha256: hex(content) });
  expect([...kept.keys()]).toEqual([0, 1, 2].map((index) => partName(file.object.id, index)));
  expect(await fetched(file, objects)).toEqual(content);
  const all = Buffer.concat([...kept.values()].map((one) => one.content));
  expect(all.includes(Buffer.from(content.subarray(0, 64)))).toBe(false);
});

test('a part is read, sealed and sent before the next one is read', async () => {
  const memory = memoryObjects();
  const steps: string[] = [];
  const source = new Blob([content]);
  const slice = source.slice.bind(source);
  source.slice = (...range) => {
    steps.push('read');
    return slice(...range);
  };
  const objects: StoredObjects = {
    ...memory.objects,
    put: async (...given) => {
      steps.push('sent');
      return memory.objects.put(...given);
    },
  };
  await sendFile(source, {
    objects,
    openWorker: () => directFileWorker((bytes) => steps.push(bytes > filePartBytes ? 'more' : 'sealed')),
    pause,
  });
  expect(steps.join(' ')).toBe('read sealed sent read sealed sent read sealed sent');
});

test('progress is told in bytes, and ends at the file’s', async () => {
  const told: number[] = [];
  const memory = memoryObjects();
  await sendFile(new Blob([content]), {
    ...{ objects: memory.objects, openWorker: () => directFileWorker(), pause },
    onProgress: (bytes) => told.push(bytes),
  });
  expect(told).toEqual([filePartBytes, 2 * filePartBytes, content.length]);
});

describe('nothing is left of a file that was not sent whole', () => {
  test('where it is cancelled under way', async () => {
    const { kept, objects } = memoryObjects();
    const cancel = new AbortController();
    const sent = await sendFile(new Blob([content]), {
      ...{ objects, openWorker: () => directFileWorker(), pause, signal: cancel.signal },
      onProgress: () => cancel.abort(),
    });
    expect(sent).toEqual(fail({ code: 'cancelled' }));
    expect(kept.size).toBe(0);
  });

  test.each(['away', 'storage_full', 'refused'] as const)('where the storage says %s in the middle', async (code) => {
    const { kept, objects } = memoryObjects();
    let calls = 0;
    const breaking: StoredObjects = {
      ...objects,
      put: async (...given) => {
        calls += 1;
        return calls === 1 ? objects.put(...given) : fail({ code });
      },
    };
    const sent = await sendFile(new Blob([content]), { objects: breaking, openWorker: () => directFileWorker(), pause });
    expect(sent).toEqual(fail({ code }));
    // What does not answer is asked four times, what refuses once.
    expect(calls).toBe(code === 'away' ? 5 : 2);
    expect(kept.size).toBe(0);
  });

  test('where the file cannot be read any more', async () => {
    const { kept, objects } = memoryObjects();
    const source = new Blob([content]);
    const slice = source.slice.bind(source);
    source.slice = (from = 0, to) => (from > 0 ? slice(from, from + 10) : slice(from, to));
    const sent = await sendFile(source, { objects, openWorker: () => directFileWorker(), pause });
    expect(sent).toEqual(fail({ code: 'source_unreadable' }));
    expect(kept.size).toBe(0);
  });
});

test('an answer that was lost does not lose the file', async () => {
  const { objects } = memoryObjects();
  let isLost = true;
  const losing: StoredObjects = {
    ...objects,
    put: async (...given) => {
      const put = await objects.put(...given);
      const answer = isLost ? fail({ code: 'away' } as const) : put;
      isLost = !isLost;
      return answer;
    },
  };
  const sent = await sendFile(new Blob([content]), { objects: losing, openWorker: () => directFileWorker(), pause });
  if (!sent.ok) throw new Error(sent.failure.code);
  expect(await fetched(sent.value, objects)).toEqual(content);
});

test('whatever the storage does with the parts is noticed: none is lost, cut, changed, swapped or replaced unseen', async () => {
  const made = await stored();
  const other = await stored(content.map((byte) => byte ^ 1));
  const names = [...made.kept.keys()];
  type Change = (kept: Map<string, { content: Uint8Array<ArrayBuffer>; createdMs: number }>, at: string, to: string, place: number) => void;
  const changes: Readonly<Record<string, Change>> = {
    missing: (kept, at) => void kept.delete(at),
    cut: (kept, at, _, place) => void kept.set(at, { content: (kept.get(at)?.content ?? content).slice(0, place), createdMs: 0 }),
    flipped: (kept, at, _, place) => {
      const changed = Uint8Array.from(kept.get(at)?.content ?? []);
      changed[place % changed.length] = (changed[place % changed.length] ?? 0) ^ 0x10;
      kept.set(at, { content: changed, createdMs: 0 });
    },
    copied: (kept, at, to) => void kept.set(at, kept.get(to) ?? { content: new Uint8Array(), createdMs: 0 }),
    'of another file': (kept, at) => {
      const part = at.slice(-4);
      kept.set(at, other.kept.get(`${other.file.object.id}/${part}`) ?? { content: new Uint8Array(), createdMs: 0 });
    },
  };
  const wanted = fc.record({
    change: fc.constantFrom(...Object.keys(changes)),
    at: fc.nat(names.length - 1),
    step: fc.integer({ min: 1, max: names.length - 1 }),
    place: fc.nat(12_000),
  });
  await fc.assert(
    fc.asyncProperty(wanted, async ({ change, at, step, place }) => {
      const { kept, objects } = memoryObjects();
      for (const [name, one] of made.kept) kept.set(name, one);
      changes[change]?.(kept as never, names[at] ?? '', names[(at + step) % names.length] ?? '', place);
      expect(await fetched(made.file, objects)).toBe(change === 'missing' ? 'missing' : 'altered');
    }),
    { numRuns: 30 },
  );
});

test('a record of other bytes, or another sealed digest, than the storage has gives no file', async () => {
  const { file, objects } = await stored(bytesOf(1000));
  expect(await fetched({ ...file, sha256: hex(bytesOf(999)) }, objects)).toBe('altered');
  expect(await fetched({ ...file, object: { ...file.object, sealed: file.object.key } }, objects)).toBe('altered');
  expect(await fetched({ ...file, object: { ...file.object, key: 'no key' } }, objects)).toBe('altered');
  expect(await fetched({ ...file, bytes: 1001 }, objects)).toBe('altered');
});

describe('what no record names', () => {
  const [one, two] = ['1'.repeat(32), '2'.repeat(32)];
  const dayMs = 86_400_000;

  test('is marked after a day, and goes 30 days after the mark; a mark on what is named goes', () => {
    const part = (id: string, createdMs: number) => ({ name: partName(id, 0), createdMs });
    const mark = (id: string, createdMs: number) => ({ name: looseName(id), createdMs });
    const plan = (objects: Parameters<typeof planTending>[0], ...named: readonly string[]) =>
      planTending(objects, new Set(named), 40 * dayMs);
    const nothing = { mark: [], unmark: [], remove: [] };
    expect(plan([part(one, 0), part(two, 39.5 * dayMs)])).toEqual({ ...nothing, mark: [looseName(one)] });
    expect(plan([part(one, 0), mark(one, 11 * dayMs)])).toEqual(nothing);
    expect(plan([part(one, 0), mark(one, 10 * dayMs)])).toEqual({ ...nothing, remove: [partName(one, 0), looseName(one)] });
    expect(plan([part(one, 0), mark(one, 10 * dayMs)], one)).toEqual({ ...nothing, unmark: [looseName(one)] });
    expect(plan([part(one, 0)], one)).toEqual(nothing);
  });

  test('is never a file that a record names, whatever lies there', async () => {
    const ids = fc.constantFrom(one, two, '3'.repeat(32));
    const object = fc.tuple(ids, fc.integer({ min: -1, max: 3 }), fc.integer({ min: 0, max: 90 }));
    await fc.assert(
      fc.asyncProperty(fc.array(object), fc.uniqueArray(ids), async (lying, named) => {
        const { kept, objects } = memoryObjects();
        for (const [id, index, day] of lying)
          kept.set(index < 0 ? looseName(id) : partName(id, index), { content: new Uint8Array(1), createdMs: day * dayMs });
        const before = [...kept.keys()].filter((name) => named.some((id) => name.startsWith(id)) && !name.endsWith('loose'));
        const tended = await tendStoredFiles(new Set(named), 90 * dayMs, objects);
        expect(tended).toMatchObject(succeed({}));
        expect(before.every((name) => kept.has(name))).toBe(true);
        expect(named.some((id) => kept.has(looseName(id)))).toBe(false);
      }),
    );
  });
});
