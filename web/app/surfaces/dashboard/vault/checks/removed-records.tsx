import { useEffect, useId, useState } from 'react';
import { commonFailureText } from '../../../../domains/vault/access/failure-text.ts';
import type { RemovedDay, RemovedRecord } from '../../../../domains/vault/contract/vault-removed.ts';
import { AlertDialog } from '../../../../ui/alert-dialog.tsx';
import { QuietButton } from '../../../../ui/button.tsx';
import { Spinner } from '../../../../ui/spinner.tsx';
import { useToast } from '../../../../ui/toast/toast-region.tsx';
import { type OpenState, useVault } from '../vault-context.ts';
import { momentText } from './moment-text.ts';

type RemovedRecordsProps = { readonly state: OpenState; readonly days: readonly RemovedDay[] };

/** Records of other apps that were overwritten or deleted, by app and day; each, or all of a day, can be brought back. */
export function RemovedRecords({ state, days }: RemovedRecordsProps) {
  const { removed } = useVault().actions;
  const toast = useToast();
  const [asked, setAsked] = useState<RemovedDay>();
  const [busy, setBusy] = useState(false);
  const bringBack = async (day: RemovedDay, id?: number) => {
    setBusy(true);
    const brought = await removed.bringRecordsBack(day, id);
    setBusy(false);
    setAsked(undefined);
    if (!brought.ok) return toast({ title: 'Not brought back', description: commonFailureText(brought.failure), tone: 'alert' });
    const count = brought.value;
    const description =
      count === 0 ? 'Everything that can be opened is already there.' : `${recordsText(count)} of ${day.title} as they were kept.`;
    toast({ title: count === 0 ? 'Nothing to bring back' : 'Brought back', description });
  };
  const canWrite = state.tier === 'secrets' && !state.offline && !busy;
  return (
    <>
      <h4 className="mt-6 font-medium">Records of other apps</h4>
      <p className="mt-1 max-w-prose text-muted">
        For each record, the first version overwritten on a day is kept, and what was deleted permanently. Days are in UTC.
        {state.tier === 'secrets' ? '' : ' Unlock with your master password to bring any back.'}
      </p>
      {days.length === 0 ? (
        <p className="mt-3 text-muted">No record was overwritten or deleted in the last 30 days.</p>
      ) : (
        <ul className="mt-3 divide-y divide-hairline border-y border-hairline">
          {days.map((day) => (
            <DayOfRecords
              key={`${day.collection} ${day.day}`}
              day={day}
              epoch={state.verification.epoch}
              isReadable={state.tier === 'secrets'}
              canWrite={canWrite}
              onAll={() => setAsked(day)}
              onOne={(id) => void bringBack(day, id)}
            />
          ))}
        </ul>
      )}
      <AlertDialog
        open={asked !== undefined}
        title={asked === undefined ? '' : `Bring back ${recordsText(asked.records)} of ${asked.title}?`}
        description={
          asked === undefined
            ? ''
            : `Each is restored to its saved version of ${dayText(asked.day)} and leaves the trash. Its current content is kept for 30 days, too.`
        }
        confirm={{ label: 'Bring back', busy, onConfirm: () => asked !== undefined && void bringBack(asked) }}
        onClose={() => {
          if (!busy) setAsked(undefined);
        }}
      />
    </>
  );
}

type DayProps = {
  readonly day: RemovedDay;
  readonly epoch: number;
  readonly isReadable: boolean;
  readonly canWrite: boolean;
  readonly onAll: () => void;
  readonly onOne: (id: number) => void;
};

function DayOfRecords({ day, epoch, isReadable, canWrite, onAll, onOne }: DayProps) {
  const [open, setOpen] = useState(false);
  const listId = useId();
  const name = `${day.title}, ${dayText(day.day)}`;
  return (
    <li className="py-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <span className="min-w-0 flex-1 basis-48">
          <span className="block wrap-anywhere">{day.title}</span>
          <span className="block text-sm text-muted">{`${dayText(day.day)} · ${countText(day)}`}</span>
        </span>
        <span className="-ml-2 flex flex-wrap">
          <QuietButton
            disabled={!isReadable}
            aria-expanded={open}
            aria-controls={listId}
            aria-label={`${open ? 'Hide' : 'Show'} records: ${name}`}
            onClick={() => setOpen(!open)}
          >
            {open ? 'Hide' : 'Show'}
          </QuietButton>
          <QuietButton disabled={!canWrite} aria-label={`Bring back all: ${name}`} onClick={onAll}>
            Bring back all
          </QuietButton>
        </span>
      </div>
      <div id={listId}>{open ? <TextsOfDay day={day} epoch={epoch} canWrite={canWrite} onOne={onOne} /> : null}</div>
    </li>
  );
}

type TextsProps = Pick<DayProps, 'day' | 'epoch' | 'canWrite' | 'onOne'>;

function TextsOfDay({ day, epoch, canWrite, onOne }: TextsProps) {
  const { removed } = useVault().actions;
  const [texts, setTexts] = useState<readonly RemovedRecord[]>();
  const [failed, setFailed] = useState<string>();
  const read = async (before: number | undefined) => {
    const asked = await removed.records(day, before);
    setFailed(asked.ok ? undefined : commonFailureText(asked.failure));
    if (asked.ok) setTexts((present) => [...(before === undefined ? [] : (present ?? [])), ...asked.value]);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: another epoch may mean that one of them was brought back.
  useEffect(() => {
    void read(undefined);
  }, [removed, day.collection, day.day, day.texts, epoch]);
  if (failed !== undefined) {
    return (
      <p role="alert" className="py-2 text-sm text-carmine">
        {failed}
      </p>
    );
  }
  if (texts === undefined) return <Spinner label="Loading saved versions" />;
  return (
    <>
      <ul className="mt-1 ml-4 border-l border-hairline pl-4">
        {texts.map((text) => {
          const name = text.name === '' ? 'A record without a name' : text.name;
          return (
            <li key={text.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-1">
              <span className="min-w-0 flex-1 basis-40">
                <span className="block wrap-anywhere">
                  {text.kind === 'unreadable' ? 'It cannot be opened with this vault’s key.' : name}
                </span>
                <span className="block text-sm text-muted">{`${howTexts[text.how]} ${momentText(text.removedAt)}`}</span>
              </span>
              {text.kind === 'same' ? <span className="text-sm text-muted">as it is now</span> : null}
              {text.kind === 'other' ? (
                <QuietButton disabled={!canWrite} aria-label={`Bring back: ${name}`} onClick={() => onOne(text.id)}>
                  Bring back
                </QuietButton>
              ) : null}
            </li>
          );
        })}
      </ul>
      {texts.length < day.texts ? (
        <QuietButton className="ml-2" onClick={() => void read(texts.at(-1)?.id)}>
          Older ones
        </QuietButton>
      ) : null}
    </>
  );
}

const howTexts = { removed: 'deleted', overwritten: 'overwritten', replaced: 'replaced by one brought back' } as const;

function recordsText(count: number): string {
  return count === 1 ? '1 record' : `${count} records`;
}

function countText({ records, removed }: RemovedDay): string {
  if (removed === 0) return `${recordsText(records)} overwritten`;
  return removed === records ? `${recordsText(records)} deleted` : `${recordsText(records)}, ${removed} of them deleted`;
}

function dayText(day: string): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
}
