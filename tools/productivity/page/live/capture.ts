import { openRecords } from '../../../../web/app/domains/records/open-records.ts';
import { newRecordId } from '../../../../web/app/domains/records/record.ts';
import { dayOf } from '../../../../web/app/domains/tasks/day.ts';
import { loadFindDate } from '../../../../web/app/domains/tasks/find-date.ts';
import { type FindDate, parseQuickAdd } from '../../../../web/app/domains/tasks/quick-add.ts';
import { tasks } from '../../../../web/app/domains/tasks/task.ts';
import { browserTimer } from '../../../../web/app/lib/clock.ts';
import type { Capture } from '../../../tool-live.ts';
import { firstOccurrence } from '../tasks/next-occurrence.ts';
import { undoTool } from '../undo-tool.ts';

/** Before the date reader is loaded, and where it cannot be, a line has no date. */
const noDates: FindDate = () => undefined;

/** A typed line becomes a task, read as the page's own line reads it. */
export default function captureTask(): Capture {
  let findDate = noDates;
  const ready = loadFindDate().then(
    (loaded) => {
      findDate = loaded;
    },
    () => undefined,
  );
  return {
    read: (line) => {
      const { draft, chips } = parseQuickAdd(line, new Date(browserTimer.nowMs()), findDate, []);
      return draft.title === '' ? undefined : { title: draft.title, facts: chips.map(({ label }) => label) };
    },
    keep: async (line) => {
      await ready;
      const now = new Date(browserTimer.nowMs());
      const { draft } = parseQuickAdd(line, now, findDate, []);
      if (draft.title === '') return false;
      const today = dayOf(now);
      // "Every weekday at 9:30", typed on a Saturday, begins on Monday.
      const due_on = draft.rrule === null ? draft.due_on : ((await firstOccurrence(draft.rrule, draft.due_on ?? today)) ?? draft.due_on);
      const values = { created_at: now.toISOString(), ...draft, due_on, position: -now.getTime() / 1000 };
      const kept = await openRecords()
        .open(tasks, undoTool)
        .edit([{ kind: 'create', id: newRecordId(), values }]);
      return kept.ok;
    },
  };
}
