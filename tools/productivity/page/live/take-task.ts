import type { CaptureTaker, TakenCapture } from '../../../../web/app/domains/notes/inbox/capture-taker.ts';
import { openRecords } from '../../../../web/app/domains/records/open-records.ts';
import { newRecordId } from '../../../../web/app/domains/records/record.ts';
import { dayOf } from '../../../../web/app/domains/tasks/day.ts';
import { loadFindDate } from '../../../../web/app/domains/tasks/find-date.ts';
import { type FindDate, parseQuickAdd } from '../../../../web/app/domains/tasks/quick-add.ts';
import { tasks } from '../../../../web/app/domains/tasks/task.ts';
import { firstOccurrence } from '../tasks/next-occurrence.ts';
import { undoTool } from '../undo-tool.ts';

type Task = TakenCapture<'task'>;

/** Makes a task of a captured line, as the page's own line reads it; `tomorrow` is the day after the capture. */
export default function takeTask(): CaptureTaker<'task'> {
  const feed = openRecords().open(tasks, undoTool);
  let findDate: FindDate | undefined;
  const dates = loadFindDate().then(
    (loaded) => loaded,
    (): FindDate => () => undefined,
  );
  const read = ({ text, keptAtMs }: Task) => parseQuickAdd(text, new Date(keptAtMs), findDate ?? (() => undefined), []);
  const isThere = ({ id }: Task) => feed.read().rows.some((row) => row.id === id);
  return {
    status: () => (findDate === undefined ? 'loading' : feed.read().status),
    subscribe: (listener) => {
      void dates.then((loaded) => {
        findDate = loaded;
        listener();
      });
      return feed.subscribe(listener);
    },
    plan: (capture) => {
      const { draft, chips } = read(capture);
      const facts = chips.map(({ label }) => label);
      const fault = draft.title === '' ? { fault: 'A task needs words that are no date, tag or estimate.' } : {};
      return { title: draft.title, facts, isThere: isThere(capture), ...fault };
    },
    keep: async (capture) => {
      if (isThere(capture)) return true;
      const { draft } = read(capture);
      if (draft.title === '') return false;
      const at = new Date(capture.keptAtMs);
      const due_on =
        draft.rrule === null ? draft.due_on : ((await firstOccurrence(draft.rrule, draft.due_on ?? dayOf(at))) ?? draft.due_on);
      // Whoever writes this browser's storage chooses a capture's id: a task in the trash is not written over.
      const id = feed.read().removed.some((row) => row.id === capture.id) ? newRecordId() : capture.id;
      const values = { created_at: at.toISOString(), ...draft, due_on, position: -at.getTime() / 1000 };
      return (await feed.edit([{ kind: 'create', id, values }])).ok;
    },
    undoTool,
  };
}
