import { useMemo, useSyncExternalStore } from 'react';
import { notes } from '../../../../web/app/domains/notes/note.ts';
import type { Collection } from '../../../../web/app/domains/records/collection.ts';
import type { CollectionState } from '../../../../web/app/domains/records/collection-state.ts';
import { liveCollection } from '../../../../web/app/domains/records/live-collection.ts';
import { openRecords } from '../../../../web/app/domains/records/open-records.ts';
import type { RawRecord } from '../../../../web/app/domains/records/record.ts';
import { focusSessions, tasks } from '../../../../web/app/domains/tasks/task.ts';
import type { Habit } from '../habits.ts';
import { countNotes, type EvidenceSources, type NoteCounts } from './evidence.ts';

/** What habits can be shown by, as far as any of them asks for it: what nobody asks for is not opened. */
export function useEvidence(habits: readonly Habit[]): EvidenceSources {
  const wants = (...kinds: readonly Habit['evidence'][]) => habits.some(({ evidence }) => kinds.includes(evidence));
  const taskState = useCollectionState(tasks, wants('tasks', 'focus'));
  const sessionState = useCollectionState(focusSessions, wants('focus'));
  const noteCounts = useNoteCounts(habits);
  return useMemo(
    () => ({ tasks: rowsOf(taskState), sessions: rowsOf(sessionState), notes: noteCounts }),
    [taskState, sessionState, noteCounts],
  );
}

function rowsOf<Row>(state: CollectionState<Row>): readonly Row[] | undefined {
  return state.status === 'ready' ? state.rows : undefined;
}

const noWish = () => () => undefined;

/** A collection's state, followed only while it is wanted. */
function useCollectionState<Row extends RawRecord>(collection: Collection<Row>, isWanted: boolean): CollectionState<Row> {
  const feed = useMemo(() => openRecords().open(collection), [collection]);
  return useSyncExternalStore(isWanted ? feed.subscribe : noWish, feed.read);
}

/** Numbers alone: this part of the page outlives a lock, and may hold nothing readable. */
function useNoteCounts(habits: readonly Habit[]): NoteCounts | undefined {
  const tags = JSON.stringify([...new Set(habits.flatMap(({ evidence, evidence_tag }) => (evidence === 'notes' ? [evidence_tag] : [])))]);
  const live = useMemo(() => {
    const wanted = (JSON.parse(tags) as readonly (string | null)[]).map((tag) => ({ evidence: 'notes' as const, evidence_tag: tag }));
    return liveCollection(notes, (rows) => countNotes(rows, wanted));
  }, [tags]);
  const state = useSyncExternalStore(tags === '[]' ? noWish : live.subscribe, live.read);
  return state.status === 'ready' ? state.value : undefined;
}
