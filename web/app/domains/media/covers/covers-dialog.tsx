import { type ComponentType, useEffect, useRef, useState } from 'react';
import { whileWanted } from '../../../lib/while-wanted.ts';
import { Button, QuietButton } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import type { LookUpAnswer } from '../look-up.ts';
import type { MediaItem } from '../media.ts';
import { type CoverPorts, type CoverQuestion, type CoverSearch, coverQuestions, findCovers } from './find-covers.ts';

/** What the page has: the dialog's code comes alone, and takes nothing of the page's along. */
export type CoversDialogProps = Omit<CoverPorts, 'wait'> & {
  readonly items: readonly MediaItem[];
  /** What is asked, as in “Asks … for each title”. */
  readonly where: string;
  readonly loadCovers: (ids: readonly string[]) => Promise<ReadonlyMap<string, string> | undefined>;
  readonly NotFound: ComponentType<{ readonly outcome: Exclude<LookUpAnswer['outcome'], 'found'>; readonly again: () => void }>;
  readonly onClose: () => void;
};

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Items of one question about the covers that the server keeps. */
const atOnce = 60;

/** What is there and what is missing, before anything is asked of a service. */
type Missing = { readonly questions: readonly CoverQuestion[]; readonly withoutCover: number };

/** Fetches the missing covers of everything here, one after the other, as after an import. */
export default function CoversDialog(props: CoversDialogProps) {
  const { where, onClose } = props;
  return (
    <Dialog
      open
      title="Find covers"
      description={`Asks ${where} for each title that has no cover. The questions leave from this site’s server, fifty in a minute.`}
      onClose={onClose}
    >
      <Search {...props} />
    </Dialog>
  );
}

function Search({ items, ask, keep, loadCovers, NotFound, onClose }: CoversDialogProps) {
  const [round, setRound] = useState(0);
  const [missing, setMissing] = useState<Missing | 'unreachable'>();
  const [search, setSearch] = useState<CoverSearch>();
  const [isOver, setOver] = useState(false);
  const running = useRef<AbortController>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks anew; items that change meanwhile are of the next.
  useEffect(() => whileWanted(missingOf(items, loadCovers), (found) => setMissing(found ?? 'unreachable')), [round]);
  useEffect(() => () => running.current?.abort(), []);
  const start = async (questions: readonly CoverQuestion[]) => {
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    setOver(false);
    setSearch({ done: 0, found: 0 });
    const end = await findCovers(questions, { ask, keep, wait }, setSearch, signal);
    if (signal.aborted) return;
    setSearch(end);
    setOver(true);
  };
  const again = () => {
    setOver(false);
    setSearch(undefined);
    setMissing(undefined);
    setRound(round + 1);
  };
  if (missing === undefined) return <Spinner label="Counting covers" />;
  if (missing === 'unreachable') return <NotFound outcome="unreachable" again={again} />;
  const { questions, withoutCover } = missing;
  const rest = withoutCover - questions.length;
  return (
    <div className="grid gap-4">
      <p role="status">{sentence(missing, isOver ? search : undefined)}</p>
      {rest === 0 || isOver ? null : (
        <p className="text-sm text-muted">
          {`${rest === 1 ? 'One more has' : `${rest.toLocaleString('en-GB')} more have`} no number to ask by: open one and look it up.`}
        </p>
      )}
      {search?.stopped === undefined ? null : <NotFound outcome={search.stopped} again={again} />}
      {search !== undefined && !isOver ? (
        <Progress label="Asking for covers" done={search.done} total={questions.length} stop={{ label: 'Stop', onStop: onClose }} />
      ) : isOver || questions.length === 0 ? (
        <QuietButton onClick={onClose} className="justify-self-start">
          Close
        </QuietButton>
      ) : (
        <Button onClick={() => void start(questions)} className="justify-self-start">
          Find them
        </Button>
      )}
    </div>
  );
}

function sentence({ questions, withoutCover }: Missing, end: CoverSearch | undefined): string {
  if (end !== undefined) return `${end.found} of ${end.done} asked for have a cover now.`;
  if (withoutCover === 0) return 'Every title has a cover.';
  return `${withoutCover === 1 ? 'One title has' : `${withoutCover.toLocaleString('en-GB')} titles have`} no cover; ${questions.length.toLocaleString('en-GB')} can be asked for.`;
}

async function missingOf(items: readonly MediaItem[], loadCovers: CoversDialogProps['loadCovers']): Promise<Missing | undefined> {
  const hasCover = new Set<string>();
  for (let from = 0; from < items.length; from += atOnce) {
    const loaded = await loadCovers(items.slice(from, from + atOnce).map(({ id }) => id));
    if (loaded === undefined) return undefined;
    for (const id of loaded.keys()) hasCover.add(id);
  }
  return { questions: coverQuestions(items, hasCover), withoutCover: items.length - hasCover.size };
}
