import { type FormEvent, useEffect, useState } from 'react';
import { whileWanted } from '../../lib/while-wanted.ts';
import { Button, GhostButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { completed, type FoundMedia, keepFilmKey, type LookUpAnswer, lookUp } from './look-up.ts';
import { useMediaDesk } from './media-desk.tsx';
import { kindNames } from './preset.ts';

type LookUpDialogProps = {
  readonly open: boolean;
  /** What is looked up as it opens. */
  readonly words: string;
  /** What taking one does: `Add`, `Fill in`. */
  readonly verb: string;
  /** Takes one of what was found, complete; resolves once that is done. */
  readonly take: (found: FoundMedia) => Promise<void>;
  readonly onClose: () => void;
};

/** Looks a title or an ISBN up at the film database or at Open Library, through this site's server. */
export function LookUpDialog({ open, words, verb, take, onClose }: LookUpDialogProps) {
  const { preset } = useMediaDesk();
  const isBooks = preset.kinds.includes('book');
  return (
    <Dialog
      open={open}
      title="Look up"
      description={
        isBooks
          ? 'At Open Library, by title, author or ISBN. The question leaves from this site’s server.'
          : 'At TMDB, by title. The question leaves from this site’s server. This product uses the TMDB API but is not endorsed or certified by TMDB.'
      }
      onClose={onClose}
    >
      <LookUp key={words} words={words} verb={verb} of={isBooks ? 'books' : 'films'} take={take} />
    </Dialog>
  );
}

function LookUp({ words, verb, of, take }: Pick<LookUpDialogProps, 'words' | 'verb' | 'take'> & { readonly of: 'films' | 'books' }) {
  const [asked, setAsked] = useState(words.trim());
  const [answer, setAnswer] = useState<LookUpAnswer>();
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same words, asked again, are asked again.
  useEffect(() => {
    if (asked === '') return;
    setAnswer(undefined);
    return whileWanted(lookUp(of, asked), setAnswer);
  }, [asked, of, round]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setAsked(String(new FormData(event.currentTarget).get('words') ?? '').trim());
    setRound(round + 1);
  };
  return (
    <>
      <form onSubmit={submit} className="flex items-start gap-3">
        <TextField
          name="words"
          className="flex-1"
          label={of === 'books' ? 'Title, author or ISBN' : 'Title'}
          autoComplete="off"
          defaultValue={words}
          autoFocus
        />
        <GhostButton type="submit" className="mt-7">
          Look up
        </GhostButton>
      </form>
      <div className="mt-4 min-h-24" role="status">
        {asked === '' ? null : answer === undefined ? (
          <Spinner label="Asking" />
        ) : answer.outcome !== 'found' ? (
          <NotFound outcome={answer.outcome} again={() => setRound(round + 1)} />
        ) : answer.found.length === 0 ? (
          <p className="text-muted">No results for this name.</p>
        ) : (
          <ul aria-label="Found">
            {answer.found.map((found) => (
              <FoundRow key={`${found.refs.join()}${found.title}`} found={found} verb={verb} take={take} />
            ))}
          </ul>
        )}
      </div>
    </>
  );
}

function FoundRow({ found, verb, take }: { readonly found: FoundMedia; readonly verb: string; readonly take: LookUpDialogProps['take'] }) {
  const facts = [kindNames[found.kind], found.year === null ? '' : String(found.year), found.creators.join(', ')].filter(
    (fact) => fact !== '',
  );
  return (
    <li className="flex items-center justify-between gap-4 border-t border-hairline py-2">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{found.title}</p>
        <p className="text-sm text-muted">{facts.join(' · ')}</p>
      </div>
      <GhostButton aria-label={`${verb}: ${found.title}, ${facts.join(', ')}`} onWork={async () => take(await completed(found))}>
        {verb}
      </GhostButton>
    </li>
  );
}

const sentences = {
  off: 'Look-ups are turned off in this server’s settings. You can enter everything by hand.',
  key_refused: 'TMDB rejected the stored key. Enter another one.',
  unavailable: 'The service gives no answer that can be used. Try again in a while.',
  unreachable: 'This site’s server does not answer. Try again in a moment.',
} as const;

/** Why nothing could be looked up, with the field for a key where one is missing. */
export function NotFound({ outcome, again }: { readonly outcome: Exclude<LookUpAnswer['outcome'], 'found'>; readonly again: () => void }) {
  if (outcome === 'no_key')
    return <KeyForm lead="TMDB needs your own API key. It is free, stored encrypted on this server and never shown again." again={again} />;
  return (
    <>
      <StatusMark kind="warning">{sentences[outcome]}</StatusMark>
      {outcome === 'key_refused' ? <KeyForm again={again} /> : null}
    </>
  );
}

function KeyForm({ lead, again }: { readonly lead?: string; readonly again: () => void }) {
  const [fault, setFault] = useState<string>();
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const key = String(new FormData(event.currentTarget).get('key') ?? '').trim();
    if (await keepFilmKey(key)) again();
    else setFault('The server did not take it: an API key has 32 hexadecimal digits, a read access token has two dots.');
  };
  return (
    <form onSubmit={(event) => void submit(event)} className="mt-3 grid gap-3">
      {lead === undefined ? null : <p className="text-muted">{lead}</p>}
      <TextField name="key" label="API key or read access token" type="password" autoComplete="off" error={fault} />
      <Button type="submit" className="justify-self-start">
        Keep the key
      </Button>
    </form>
  );
}
