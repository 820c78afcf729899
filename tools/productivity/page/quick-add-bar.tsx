import { PlusIcon } from '@castellan/icons/signs/plus';
import { XIcon } from '@castellan/icons/signs/x';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { loadFindDate } from '../../../web/app/domains/tasks/find-date.ts';
import { type FindDate, parseQuickAdd } from '../../../web/app/domains/tasks/quick-add.ts';
import { whileWanted } from '../../../web/app/lib/while-wanted.ts';
import { Button } from '../../../web/app/ui/button.tsx';
import { Icon } from '../../../web/app/ui/icon.tsx';
import { StatusMark } from '../../../web/app/ui/status-mark.tsx';
import { VisuallyHidden } from '../../../web/app/ui/visually-hidden.tsx';
import { useDayWeight, weightSentence } from './day-weight.ts';
import { useProductivity } from './productivity-context.tsx';

/** Before the date reader is loaded, and where it cannot be, a line has no date. */
const noDates: FindDate = () => undefined;

/** The line that becomes a task. What was recognised in it stands beneath as chips; a chip that is taken away is title again. */
export function QuickAddBar() {
  const { addTask, now } = useProductivity();
  const [line, setLine] = useState('');
  const [plain, setPlain] = useState<readonly string[]>([]);
  const [announced, setAnnounced] = useState('');
  const [fault, setFault] = useState<string>();
  const findDate = useFindDate(line !== '');
  const inputId = useId();
  const { draft, chips } = parseQuickAdd(line, now, findDate, plain);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (line.trim() === '') return;
    // The line's own reading may have been made before the reader of dates was there.
    const { draft: final } = parseQuickAdd(line, new Date(), await loadFindDate().catch(() => findDate), plain);
    const wrong = faultOf(final.title);
    setFault(wrong);
    if (wrong !== undefined) return;
    if (!(await addTask(final))) return;
    setAnnounced(`Added: ${final.title}`);
    setLine('');
    setPlain([]);
  };
  return (
    <form onSubmit={(event) => void submit(event)} className="mt-2 mb-2">
      <div className="flex gap-2">
        <input
          id={inputId}
          data-quick-add=""
          aria-label="New task"
          value={line}
          onChange={(event) => {
            setLine(event.currentTarget.value);
            setFault(undefined);
          }}
          maxLength={1000}
          autoComplete="off"
          placeholder="Call the bank friday 5pm p1 #money 20m"
          aria-describedby={`${inputId}-hint`}
          className="min-h-11 w-full min-w-0 rounded-control border border-edge bg-plate px-3 text-base text-ink placeholder:text-muted"
        />
        <Button icon={PlusIcon} type="submit" aria-label="Add task" className="quick-add">
          <span className="hidden sm:inline">Add</span>
        </Button>
      </div>
      {/* Said to whoever hears the page at once, and shown once something is typed: the line above the first row stays low. */}
      <p id={`${inputId}-hint`} className={line === '' ? 'sr-only' : 'mt-2 text-sm text-muted'}>
        {'Understands dates, “every monday”, p1 to p4, +project, #tag, 30m. Text in "quotes" is kept as typed.'}
      </p>
      <ul aria-label="Recognised" className="mt-3 flex flex-wrap gap-2 empty:hidden">
        {chips.map(({ kind, words, label }) => (
          <li key={`${kind}:${words}`}>
            <button
              type="button"
              onClick={() => setPlain([...plain, words])}
              className="target inline-flex items-center gap-2 rounded-control border border-edge bg-surface px-3 text-sm hover:bg-raised"
            >
              <span className="text-muted">{kindNames[kind]}</span> <span className="font-semibold">{label}</span>
              <VisuallyHidden>{`: keep “${words.trim()}” in the title instead`}</VisuallyHidden>
              <Icon drawing={XIcon} className="text-muted" />
            </button>
          </li>
        ))}
      </ul>
      <p role="alert" className="mt-2 empty:mt-0">
        {fault === undefined ? null : <StatusMark kind="warning">{fault}</StatusMark>}
      </p>
      {draft.title !== '' ? <Consequence dueOn={draft.due_on} minutes={draft.estimate_min} /> : null}
      <p role="status" className="sr-only">
        {announced}
      </p>
    </form>
  );
}

/** As the database has it: more is refused there, so it is said here. */
const longestTitle = 500;

function faultOf(title: string): string | undefined {
  if (title === '') return 'This was read as date, tag or priority only. Add what is to be done, or put it in "quotes".';
  if ([...title].length > longestTitle) return `A title has ${longestTitle} characters at most; this one has ${[...title].length}.`;
  return undefined;
}

const kindNames = { priority: 'Priority', project: 'Project', tag: 'Tag', estimate: 'Takes', repeat: 'Repeats', due: 'Due' } as const;

/** Says before the task is taken on that today would be more than fits. */
function Consequence({ dueOn, minutes }: { readonly dueOn: string | null; readonly minutes: number | null }) {
  const { today } = useProductivity();
  const weight = useDayWeight(dueOn === today ? (minutes ?? 0) : 0);
  if (dueOn !== today || minutes === null || weight.workMin <= weight.freeMin) return null;
  return (
    <p role="status" className="mt-3">
      <StatusMark kind="warning">{`With this, ${weightSentence(weight)}`}</StatusMark>
    </p>
  );
}

function useFindDate(wanted: boolean): FindDate {
  const [findDate, setFindDate] = useState<FindDate>(() => noDates);
  useEffect(() => {
    if (!wanted) return;
    return whileWanted(
      loadFindDate(),
      (loaded) => setFindDate(() => loaded),
      () => undefined,
    );
  }, [wanted]);
  return findDate;
}
