import { useEffect, useState } from 'react';
import { forgetReleases, type Kept, keepRelease, lookForRelease } from '../../../../web/app/domains/release/register-worker.ts';
import type { ReleaseState } from '../../../../web/app/domains/release/release-state.ts';
import { Button, QuietButton } from '../../../../web/app/ui/button.tsx';
import { StatusMark } from '../../../../web/app/ui/status-mark.tsx';

type Words = typeof import('./release-words.ts');

/** The release that this device keeps, and what the last look at the site's found. */
export function ReleasePanel() {
  const [kept, setKept] = useState<Kept>();
  const [words, setWords] = useState<Words>();
  const [busy, setBusy] = useState(false);
  const run = async (work: () => Promise<Kept>) => {
    setBusy(true);
    try {
      setKept(await work());
    } finally {
      setBusy(false);
    }
  };
  useEffect(() => {
    void keepRelease().then(setKept);
    void import('./release-words.ts').then(setWords);
  }, []);
  if (kept === undefined) return <p className="text-sm text-muted">Looking…</p>;
  if (kept.outcome !== 'kept' || words === undefined) return <NothingKept outcome={kept.outcome} />;
  const { state } = kept;
  const forget = () => run(() => forgetReleases().then(() => ({ outcome: 'forgotten' as const })));
  return (
    <div className="grid gap-3 text-left text-sm">
      <Facts state={state} words={words} />
      <Found state={state} words={words} busy={busy} take={(hash) => void run(() => lookForRelease(hash))} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button tone="ghost" busy={busy} onClick={() => void run(() => lookForRelease())}>
          Look for a new release
        </Button>
        <QuietButton onClick={() => void forget()}>Forget the release on this device</QuietButton>
      </div>
    </div>
  );
}

const whyNothing: Readonly<Record<Exclude<Kept['outcome'], 'kept'>, string>> = {
  unavailable: 'This browser keeps no release here: it takes https, a browser with service workers, and a built site.',
  'no-release': 'This site offers no release to keep.',
  refused: 'No release is kept: the browser refused, or what the site offers is not a whole release.',
  forgotten: 'Nothing is kept on this device now. The next private page that you open with a session keeps the release again.',
};

function NothingKept({ outcome }: { readonly outcome: Kept['outcome'] }) {
  return <p className="text-sm text-muted">{outcome === 'kept' ? 'Looking…' : whyNothing[outcome]}</p>;
}

function Facts({ state, words }: { readonly state: ReleaseState; readonly words: Words }) {
  const { kept, next, pinned, looked } = state;
  const facts = [
    ['Number', String(kept.version)],
    ['In words', words.wordsOfRelease(kept.hash)],
    ['SHA-256', kept.hash],
    ['Signed by', pinned.key === null ? 'Not signed' : `${pinned.key} (${words.wordsOfKey(pinned.key) ?? 'unreadable'})`],
    ['Last look', new Date(looked.atMs).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' })],
    ...(next === undefined ? [] : [['Next start', `Release ${next.version}: ${words.wordsOfRelease(next.hash)}`]]),
  ] as const;
  return (
    <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const reasons: Readonly<Record<string, string>> = {
  too_large: 'its list is too large',
  malformed: 'its list is no release',
  not_canonical: 'its list is not written as a release is',
  key_unreadable: 'the site’s public key cannot be read',
  signature_missing: 'its signature is missing',
  signature_unreadable: 'its signature cannot be read',
  signature_wrong: 'the pinned key did not sign it',
  older: 'it is older than what this device knows',
  same_number: 'it has the number of the release kept here and other content',
  no_answer: 'the file did not come',
  unusable_answer: 'the answer was too long or came from elsewhere',
  no_room: 'this device has no room for it',
  other_bytes: 'the file’s bytes are not those listed',
};

type FoundProps = {
  readonly state: ReleaseState;
  readonly words: Words;
  readonly busy: boolean;
  readonly take: (hash: string) => void;
};

/** What the last look found, where it is more than the same release. */
function Found({ state: { looked, kept }, words, busy, take }: FoundProps) {
  const [declined, setDeclined] = useState<string>();
  const { found, offered, reason = '', file } = looked;
  if (found === 'refused') {
    const why = reasons[reason] ?? `the answer was ${reason.replace('status_', '')}`;
    return (
      <p role="status">
        <StatusMark kind="failure">
          {`What the server has now was refused: ${why}${file === undefined ? '' : ` (${file})`}. Release ${kept.version} stays in use.`}
        </StatusMark>
      </p>
    );
  }
  if (found === 'no-answer') return <p role="status">The server did not answer the last look.</p>;
  if (found !== 'asks' || offered === undefined || offered.hash === declined) return null;
  return (
    <div role="status" className="grid gap-2">
      <StatusMark kind="warning">{`The server has another release, number ${offered.version}; this device keeps number ${kept.version}. The new one in words:`}</StatusMark>
      <p className="font-mono">{words.wordsOfRelease(offered.hash)}</p>
      <p>Compare these words with what npm start printed on the server.</p>
      <div className="flex gap-4">
        <Button busy={busy} onClick={() => take(offered.hash)}>
          Take it
        </Button>
        <QuietButton onClick={() => setDeclined(offered.hash)}>{`Keep ${kept.version}`}</QuietButton>
      </div>
    </div>
  );
}
