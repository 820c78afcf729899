import { type FormEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { whileWanted } from '../../lib/while-wanted.ts';
import { GhostButton } from '../../ui/button.tsx';
import { TextArea } from '../../ui/fields/text-area.tsx';
import { Panel } from '../../ui/panel.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { browserCaptures, isPinnedHere } from '../vault/captures/browser-captures.client.ts';
import { storedCapturePin } from '../vault/captures/capture-pin.ts';
import { captureFailureText, noPinText } from '../vault/captures/capture-words.ts';
import { keepCapture, waitingTexts } from '../vault/captures/keep-capture.ts';

/**
 * Captures a note while the vault is locked. `isShut`: the notes are; once they are open it stays for as long as something is typed
 * in it. What is typed is in the field alone and in no state of React's, which would keep it beside the next.
 */
export function CaptureField({ isShut }: { readonly isShut: boolean }) {
  const hasPin = useSyncExternalStore(storedCapturePin.subscribe, isPinnedHere);
  const [waiting, setWaiting] = useState<number>();
  const [fault, setFault] = useState<string>();
  const [said, setSaid] = useState('');
  const [isTyped, setTyped] = useState(false);
  // A field that was captured is replaced by another: its own Undo would bring the text back.
  const [field, setField] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  const areaOf = () => form.current?.querySelector('textarea') ?? undefined;
  useWish(areaOf);
  // It was asked for by a press or by the palette; the next one follows a capture.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new field takes the focus.
  useEffect(() => form.current?.querySelector('textarea')?.focus(), [field]);
  useEffect(() => whileWanted(waitingTexts(browserCaptures), setWaiting), []);
  if (!isShut && !isTyped) return null;
  const capture = async () => {
    const kept = await keepCapture(browserCaptures, areaOf()?.value ?? '');
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
    <Panel title="Capture a note" className="mt-6">
      {hasPin ? (
        <form ref={form} onSubmit={submit}>
          <TextArea
            key={field}
            label="What is on your mind"
            autoComplete="off"
            rows={3}
            aria-invalid={fault !== undefined || undefined}
            onValue={(value) => setTyped(value !== '')}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
              event.preventDefault();
              void capture();
            }}
          />
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

function waitingWords(count: number | undefined): string {
  if (count === undefined || count === 0) return '';
  return count === 1 ? '1 sealed text waits on this device.' : `${count} sealed texts wait on this device.`;
}

/** `#new` asks for the field; the address then forgets it. */
function useWish(areaOf: () => HTMLTextAreaElement | undefined): void {
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
