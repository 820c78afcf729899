import type { Result } from '@castellan/foundation/result';
import { LockKeyIcon } from '@castellan/icons/security/lock-key';
import { useEffect, useReducer, useState } from 'react';
import { whileWanted } from '../../../lib/while-wanted.ts';
import { QuietButton } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/fields/select-field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import type { ChangeFailure } from '../../vault/captures/vault-inbox.ts';
import type { CapturedThing } from '../../vault/contract/vault-drafts.ts';
import { capturedText } from '../captured-mark.ts';
import { openTaker } from './capture-apps.ts';
import type { CaptureTaker, TakenCapture, TakenKind } from './capture-taker.ts';
import { EditForm } from './edit-form.tsx';

type TakenRowProps = {
  readonly capture: TakenCapture;
  readonly onKeep: (taker: CaptureTaker, chosen: string | undefined, words: string) => void;
  readonly onDiscard: () => void;
  readonly onChange: (thing: CapturedThing) => Promise<Result<undefined, ChangeFailure>>;
};

const words: Readonly<Record<TakenKind, { readonly noun: string; readonly keep: string }>> = {
  task: { noun: 'Task', keep: 'Keep as a task' },
  habit: { noun: 'Habit', keep: 'Mark the day' },
  expense: { noun: 'Expense', keep: 'Keep as an entry' },
  health: { noun: 'Health', keep: 'Keep the value' },
};

/** One capture that becomes a record of an app: what it would be, what is asked beside it, and what can be done with it. */
export function TakenRow({ capture, onKeep, onDiscard, onChange }: TakenRowProps) {
  const taker = useTaker(capture.kind);
  const [chosen, setChosen] = useState<string>();
  const [isEdited, setEdited] = useState(false);
  const { noun, keep } = words[capture.kind];
  const status = taker === undefined ? 'loading' : taker === 'failed' ? 'failed' : taker.status();
  const plan = typeof taker === 'object' && status === 'ready' ? taker.plan(capture, chosen) : undefined;
  return (
    <li className="border-t border-hairline py-4 first:border-t-0 first:pt-0 last:pb-0">
      <p className="flex items-start gap-2 text-sm text-muted">
        <Icon drawing={LockKeyIcon} className="mt-0.5 shrink-0 text-copper" />
        <span className="min-w-0 wrap-anywhere">{capturedText(capture)}</span>
      </p>
      {isEdited ? (
        <EditForm capture={capture} onChange={onChange} onClose={() => setEdited(false)} />
      ) : (
        <>
          <p className="mt-2 max-w-prose text-ink wrap-anywhere">{`${noun}: ${plan?.title ?? typedText(capture)}`}</p>
          {plan === undefined || plan.facts.length === 0 ? null : <p className="text-sm text-muted">{plan.facts.join(' · ')}</p>}
          {plan?.choice === undefined ? null : (
            <SelectField
              className="mt-2 max-w-80"
              label={plan.choice.label}
              options={plan.choice.options}
              value={plan.choice.value}
              onValue={setChosen}
            />
          )}
          <Standing fault={plan?.fault} isThere={plan?.isThere === true} status={status} />
          <div className="mt-2 -ml-2 flex flex-wrap gap-x-1">
            <QuietButton
              disabled={plan === undefined || plan.fault !== undefined}
              onClick={() => typeof taker === 'object' && onKeep(taker, chosen, keptWords[capture.kind])}
            >
              {keep}
            </QuietButton>
            <QuietButton onClick={() => setEdited(true)}>Edit</QuietButton>
            <QuietButton onClick={onDiscard}>Discard</QuietButton>
          </div>
        </>
      )}
    </li>
  );
}

const keptWords: Readonly<Record<TakenKind, string>> = {
  task: 'Kept as a task',
  habit: 'Day marked',
  expense: 'Kept as an entry',
  health: 'Value kept',
};

function Standing({ fault, isThere, status }: { readonly fault: string | undefined; readonly isThere: boolean; readonly status: string }) {
  if (fault !== undefined) return <p className="mt-2 max-w-prose text-sm text-carmine">{fault}</p>;
  if (isThere) {
    return (
      <p className="mt-2">
        <StatusMark kind="info">It is there already: keeping it changes nothing and clears it from here.</StatusMark>
      </p>
    );
  }
  if (status === 'failed') return <p className="mt-2 text-sm text-muted">Its app cannot be reached now. It stays here until it can.</p>;
  return null;
}

/** What was typed, before it can be read. */
function typedText(capture: TakenCapture): string {
  const before = capture.kind === 'expense' ? capture.amount : capture.kind === 'health' ? capture.measure : '';
  return `${before} ${capture.text}`.trim();
}

function useTaker(kind: TakenKind): CaptureTaker | 'failed' | undefined {
  const [taker, setTaker] = useState<CaptureTaker | 'failed'>();
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => whileWanted(openTaker(kind), (opened) => setTaker(opened ?? 'failed')), [kind]);
  useEffect(() => (typeof taker === 'object' ? taker.subscribe(redraw) : undefined), [taker]);
  return taker;
}
