import { type ReactNode, useEffect, useRef, useState } from 'react';
import { browserTimer } from '../../lib/clock.ts';
import { whileWanted } from '../../lib/while-wanted.ts';
import { QuietButton } from '../../ui/button.tsx';
import { lifeOf, readSessionStatus } from '../session/session-status.ts';
import {
  beginMusicConnection,
  endMusicConnection,
  type MusicConnection,
  musicFailureText,
  readMusicConnection,
} from './music-connection.ts';

type View =
  | { readonly kind: 'hidden' }
  | { readonly kind: 'connected'; readonly connection: MusicConnection }
  | { readonly kind: 'failed'; readonly text: string };

const dayMs = 86_400_000;

/** Connects and disconnects the music provider; nothing is shown without a live session of the owner. */
export function OwnerControls({ onChange }: { readonly onChange: () => Promise<void> }) {
  const [view, setView] = useState<View>({ kind: 'hidden' });
  const [step, setStep] = useState<'idle' | 'confirming' | 'busy'>('idle');
  useEffect(() => whileWanted(findView(), setView), []);
  if (view.kind === 'hidden') return null;
  const again = async () => {
    setStep('busy');
    setView(await findView());
    setStep('idle');
  };
  const connect = async () => {
    setStep('busy');
    const begun = await beginMusicConnection();
    if (begun.ok) return window.location.assign(begun.value);
    setView({ kind: 'failed', text: musicFailureText(begun.failure) });
    setStep('idle');
  };
  const disconnect = async () => {
    setStep('busy');
    const ended = await endMusicConnection();
    setView(ended.ok ? await findView() : { kind: 'failed', text: `Still connected. ${musicFailureText(ended.failure)}` });
    setStep('idle');
    void onChange();
  };
  const busy = step === 'busy';
  if (view.kind === 'failed') return <Row text={view.text} action={<Quiet busy={busy} label="Try again" onPress={again} />} />;
  const { configured, connected, authorizationEndsAtMs } = view.connection;
  if (!configured) return <Row text="Spotify is not set up: the server needs SPOTIFY_CLIENT_ID and SPOTIFY_CLIENT_SECRET." />;
  if (!connected) return <Row text="Only you see this." action={<Quiet busy={busy} label="Connect Spotify" onPress={connect} />} />;
  if (step === 'confirming') return <Confirmation onConfirm={disconnect} onKeep={() => setStep('idle')} />;
  return (
    <Row
      text={connectedText(authorizationEndsAtMs)}
      action={<Quiet busy={busy} label="Disconnect" onPress={async () => setStep('confirming')} />}
    />
  );
}

async function findView(): Promise<View> {
  if (lifeOf(await readSessionStatus()) !== 'live') return { kind: 'hidden' };
  const connection = await readMusicConnection();
  return connection.ok
    ? { kind: 'connected', connection: connection.value }
    : { kind: 'failed', text: musicFailureText(connection.failure) };
}

function connectedText(endsAtMs: number | undefined): string {
  if (endsAtMs === undefined) return 'Connected';
  const days = Math.max(0, Math.ceil((endsAtMs - browserTimer.nowMs()) / dayMs));
  return `Connected, ${days} ${days === 1 ? 'day' : 'days'} left`;
}

function Row({ text, action }: { readonly text: string; readonly action?: ReactNode }) {
  return (
    <div className="music-owner">
      <p role="status" className="text-muted">
        {text}
      </p>
      {action}
    </div>
  );
}

function Quiet({ busy, label, onPress }: { readonly busy: boolean; readonly label: string; readonly onPress: () => Promise<void> }) {
  return (
    <QuietButton busy={busy} className="-mx-2 text-sm" onClick={() => void onPress()}>
      {label}
    </QuietButton>
  );
}

function Confirmation({ onConfirm, onKeep }: { readonly onConfirm: () => Promise<void>; readonly onKeep: () => void }) {
  const safe = useRef<HTMLButtonElement>(null);
  // The button that had the focus is gone; the safe answer takes it.
  useEffect(() => safe.current?.focus(), []);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a question with two answers, not a set of fields.
    <div role="group" aria-labelledby="music-question" className="music-owner">
      <p id="music-question">Disconnect Spotify? Visitors then see no track.</p>
      <div className="-mx-2 flex gap-2">
        <QuietButton className="text-sm" onClick={() => void onConfirm()}>
          Disconnect
        </QuietButton>
        <QuietButton ref={safe} className="text-sm" onClick={onKeep}>
          Keep
        </QuietButton>
      </div>
    </div>
  );
}
