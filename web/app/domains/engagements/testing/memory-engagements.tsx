import { succeed } from '@castellan/foundation/result';
import { useMemo, useState } from 'react';
import { newRecordId } from '../../records/record.ts';
import type { CollectionInHand } from '../../records/use-collection.ts';
import type { Engagement } from '../engagement-record.ts';

const moment = '2026-11-20T09:00:00.000Z';

/** An engagement of a made-up client, permitted on every day of these years. */
export function madeEngagement(more: Partial<Engagement> = {}): Engagement {
  return {
    ...{ id: '44444444-4444-4444-8444-444444444444', version: 1, created_at: moment, updated_at: moment, deleted_at: null },
    ...{ import_batch_id: null, source: null, external_id: null },
    ...{ title: 'Web shop', client: 'Meridian GmbH', contact: 'Ada Example', tester: 'Robin Example', scope: 'The web shop.' },
    ...{ in_scope: ['meridian.example', '*.meridian.example:443'], out_of_scope: ['pay.meridian.example'] },
    ...{ permitted_from: '2020-01-01', permitted_to: '2099-12-31', permitted_by: 'Ada Example', notes: 'Call first.' },
    ...more,
  };
}

/** Engagements in the page's memory, as an open vault would have them. Undo takes the last edit back. */
export function useMemoryEngagements(given: readonly Engagement[]): CollectionInHand<Engagement> {
  const [all, setAll] = useState({ now: given, before: [] as readonly (readonly Engagement[])[] });
  return useMemo((): CollectionInHand<Engagement> => {
    const put = async (change: (rows: readonly Engagement[]) => readonly Engagement[]) => {
      setAll(({ now, before }) => ({ now: change(now), before: [...before, now] }));
      return succeed(undefined);
    };
    const mark = (ids: readonly string[], deletedAt: string | null) =>
      put((rows) => rows.map((row) => (ids.includes(row.id) ? { ...row, deleted_at: deletedAt } : row)));
    return {
      state: {
        ...{ status: 'ready', vault: 'open', lockedRows: 0, link: 'reachable', unfinished: [], malformed: [], waiting: 0, conflicted: [] },
        ...{ importing: [], stuck: 0, closed: 0, unsent: new Set<string>(), updatedAtMs: undefined, outlivesPage: true },
        rows: all.now.filter(({ deleted_at }) => deleted_at === null),
        removed: all.now.filter(({ deleted_at }) => deleted_at !== null),
      },
      add: (values) => {
        const id = newRecordId();
        return { id, kept: put((rows) => [...rows, madeEngagement({ ...values, id })]) };
      },
      change: (id, values) => put((rows) => rows.map((row) => (row.id === id ? { ...row, ...values } : row))),
      remove: (...ids) => mark(ids, moment),
      restore: (...ids) => mark(ids, null),
      edit: (edits) =>
        put((rows) => {
          const made = new Map(rows.map((row) => [row.id, row]));
          for (const { id, values } of edits) made.set(id, { ...(made.get(id) ?? madeEngagement()), ...values, id });
          return [...made.values()];
        }),
      undo: async () => {
        const last = all.before.at(-1);
        if (last === undefined) return false;
        setAll(({ before }) => ({ now: last, before: before.slice(0, -1) }));
        return true;
      },
      decide: async () => undefined,
      refresh: async () => undefined,
      settleFault: async () => undefined,
    };
  }, [all]);
}
