import { type FormEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { browserTimer } from '../../lib/clock.ts';
import { whileWanted } from '../../lib/while-wanted.ts';
import { GhostButton } from '../../ui/button.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { dayOf, timeOf } from '../tasks/day.ts';
import { browserCaptures, isPinnedHere } from '../vault/captures/browser-captures.client.ts';
import { storedCapturePin } from '../vault/captures/capture-pin.ts';
import { captureFailureText, noPinText } from '../vault/captures/capture-words.ts';
import { keepCapture, waitingTexts } from '../vault/captures/keep-capture.ts';
import type { CapturedThing } from '../vault/contract/vault-drafts.ts';
import { loadMeasures } from './inbox/capture-apps.ts';
import { captureTitle } from './locked-capture.tsx';
import { ThingFields, thingKinds, thingOf } from './thing-fields.tsx';

type CaptureFieldProps = {
  readonly isShut: boolean;
  /** What is chosen first. */
  readonly kind: CapturedThing['kind'];
};

/**
 * Captures something while the vault is locked. `isShut`: its records are; once they are open it stays for as long as something is typed
 * in it. What is typed is in the field alone and in no state of React's, which would keep it beside the next.
 */
export function CaptureField({ isShut, kind: first }: CaptureFieldProps) {
  const hasPin = useSyncExternalStore(storedCapturePin.subscribe, isPinnedHere);
  const [kind, setKind] = useState(first);
  const [measures, setMeasures] = useState<readonly string[]>([]);
  const [waiting, setWaiting] = useState<number>();
  const [fault, setFault] = useState<string>();
  const [said, setSaid] = useState('');
  const [isTyped, setTyped] = useState(false);
  // A field that was captured is replaced by another: its own Undo would bring the text back.
  const [field, setField] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  const areaOf = () => form.current?.querySelector<HTMLElement>('[name="text"]') ?? undefined;
  useWish(areaOf);
  // It was asked for by a press or by the palette; the next one follows a capture.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new field takes the focus.
  useEffect(() => areaOf()?.focus(), [field]);
  useEffect(() => whileWanted(loadMeasures(), setMeasures), []);
  useEffect(() => whileWanted(waitingTexts(browserCaptures), setWaiting), []);
  if (!isShut && !isTyped) return null;
  const capture = async () => {
    if (form.current === null) return;
    const kept = await keepCapture(browserCaptures, thingOf(kind, form.current));
    setSaid('');
    if (!kept.ok) return setFault(captureFailureText(kept.failure));
    setFault(undefined);
    setTyped(false);
    setWaiting(kept.value.waiting);
    setField(field + 1);
    setSaid('Captured and sealed.');
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void capture();
  };
  return (
    <Panel title={captureTitle(kind)} className="mt-6">
      {hasPin ? (
        <form
          ref={form}
          onSubmit={submit}
          onInput={() => setTyped(true)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            void capture();
          }}
        >
          <SelectField
            className="mb-4 max-w-60"
            label="Capture as"
            options={thingKinds}
            value={kind}
            onValue={(value) => setKind(thingKinds.find((one) => one.value === value)?.value ?? 'note')}
          />
          <ThingFields key={field} kind={kind} measures={measures} begin={momentOf(new Date(browserTimer.nowMs()))} />
          {fault === undefined ? null : (
            <p role="alert" className="mt-2 text-sm text-carmine">
              {fault}
            </p>
          )}
          <div className="mt-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
            <p className="max-w-prose text-sm text-muted">
              {isShut
                ? 'Sealed to the vault’s key at once and kept on this device, not sent. It can only be read, also by you, once the vault is unlocked here; then it waits in the inbox.'
                : 'The vault is open: what you capture now goes to the inbox above.'}
            </p>
            <GhostButton type="submit">Capture</GhostButton>
          </div>
          <p role="status" className="mt-3 min-h-6 text-sm text-muted">
            {[said, waitingWords(waiting)].filter((words) => words !== '').join(' ')}
          </p>
        </form>
      ) : (
        <StatusMark kind="info">{noPinText}</StatusMark>
      )}
    </Panel>
  );
}

/** The moment that a thing is captured at, until another is typed. */
function momentOf(now: Date) {
  return { day: dayOf(now), time: timeOf(now) };
}

function waitingWords(count: number | undefined): string {
  if (count === undefined || count === 0) return '';
  return count === 1 ? '1 sealed text waits on this device.' : `${count} sealed texts wait on this device.`;
}

/** `#new` asks for the field; the address then forgets it. */
function useWish(areaOf: () => HTMLElement | undefined): void {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const isWanted = hash === '#new';
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another wish is a reason to begin again.
  useEffect(() => {
    if (!isWanted) return;
    areaOf()?.focus();
    void navigate('#', { replace: true, preventScrollReset: true });
  }, [isWanted]);
}
