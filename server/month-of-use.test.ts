import { fail, succeed } from '@castellan/foundation/result';
import type { SupabaseClient } from '@supabase/supabase-js';
import { IDBFactory } from 'fake-indexeddb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestOwner } from '../tests/support/owner.ts';
import { openOwnerSession } from '../tests/support/owner-session.ts';
import { type RunningServer, startTestServer } from '../tests/support/running-server.ts';
import { copyStartedData } from '../tests/support/started-data.ts';
import { createRecordsEngine } from '../web/app/domains/records/engine/records-engine.ts';
import { openIndexedDbStore } from '../web/app/domains/records/indexed-db-store.ts';
import { newRecordId } from '../web/app/domains/records/record.ts';
import { recordsServerOver } from '../web/app/domains/records/records-server.ts';
import { fetchedSealer } from '../web/app/domains/records/sealer.ts';
import { liveAMonth, type MonthDevice } from '../web/app/domains/records/testing/month-of-use.ts';
import { tasks } from '../web/app/domains/tasks/task.ts';
import { classifyFailure } from '../web/app/lib/backend-failure.ts';
import 'fake-indexeddb/auto';

// The real engine, with a database of its own on each device, and the real server over HTTP.

const data = await copyStartedData();
let server: RunningServer;
let client: SupabaseClient;
beforeAll(async () => {
  server = await startTestServer(data.path);
  ({ client } = await openOwnerSession(server.url, await createTestOwner(data.path), 0));
});
afterAll(async () => {
  await server.stop();
  data.remove();
});

/** The tables through the owner's session, on a line that can be cut: also between what was written and the answer. */
function lineToServer() {
  let isOnline = true;
  const become = (line: 'online' | 'offline') => {
    isOnline = line === 'online';
  };
  const unreachable = fail({ code: 'backend_unreachable' } as const);
  const records = recordsServerOver({
    askTable: async (call, shape) => {
      if (!isOnline) return unreachable;
      const { data: answered, error, status } = await call(client);
      if (error !== null)
        return fail(classifyFailure({ ...error, status, reasons: error.message === undefined ? [] : [error.message] }, undefined));
      const parsed = shape.safeParse(answered);
      return parsed.success ? succeed(parsed.data) : unreachable;
    },
    callDatabase: async () => unreachable,
    hasSession: async () => succeed(true),
  });
  return { records, become };
}

async function openDevice(): Promise<MonthDevice> {
  const { records, become } = lineToServer();
  const factory = new IDBFactory();
  const open = async () => {
    const engine = createRecordsEngine({
      store: openIndexedDbStore(factory),
      server: records,
      sealer: fetchedSealer(() => new Promise(() => undefined)),
      tabs: { tell: () => undefined, listen: () => undefined },
      // Nothing is tried again by itself: when, the month says.
      timer: { nowMs: () => Date.now(), after: () => () => undefined },
      exclusively: (work) => work(),
      watch: () => () => undefined,
      onWake: () => () => undefined,
    });
    const feed = engine.open(tasks);
    const stop = feed.subscribe(() => undefined);
    await feed.refresh();
    return { engine, feed, stop };
  };
  let page = await open();
  return {
    become,
    rows: () => page.feed.read().rows,
    removed: () => page.feed.read().removed,
    conflicted: () => page.feed.read().conflicted,
    waiting: () => page.feed.read().waiting,
    add: (id, values) => page.feed.edit([{ kind: 'create', id, values }]),
    change: (id, values) => page.feed.edit([{ kind: 'change', id, values }]),
    undo: () => page.engine.undo('tasks'),
    decide: (sequence, decision) => page.engine.decide(sequence, decision),
    restart: async () => {
      page.stop();
      await page.engine.flush();
      page = await open();
    },
    sync: async () => {
      await page.engine.flush();
      await page.feed.refresh();
      await page.engine.flush();
    },
    everything: () => [page.feed.read().rows, page.feed.read().removed],
  };
}

test('after a month on two devices whose lines come and go, every edit of a task is in a task or in the trash', async () => {
  const devices = [await openDevice(), await openDevice()] as const;
  const outcome = await liveAMonth({ devices, seed: 20261126, line: 'title', text: 'notes', newId: newRecordId });
  expect(outcome.lost).toEqual([]);
  expect(outcome.edits).toBeGreaterThan(150);
  expect(outcome.asked).toBeGreaterThan(5);
  for (const device of devices) expect([device.waiting(), device.conflicted()]).toEqual([0, []]);
  const texts = (device: MonthDevice) =>
    device
      .rows()
      .map(({ id, title, notes }) => `${id} ${String(title)} ${String(notes)}`)
      .toSorted();
  expect(texts(devices[0])).toEqual(texts(devices[1]));
});
