import { useEffect, useRef, useState } from 'react';
import { VerdictSheet } from '../../../web/app/domains/instruments/verdict-sheet.tsx';
import { Button, QuietButton } from '../../../web/app/ui/button.tsx';
import { CheckField } from '../../../web/app/ui/fields/check-field.tsx';
import { FileField } from '../../../web/app/ui/fields/file-field.tsx';
import { TextArea } from '../../../web/app/ui/fields/text-area.tsx';
import { Panel } from '../../../web/app/ui/panel.tsx';
import { Progress } from '../../../web/app/ui/progress.tsx';
import { StatusMark } from '../../../web/app/ui/status-mark.tsx';
import { commonSecrets } from '../knowledge/crack/common-secrets.ts';
import { readPastedToken } from '../knowledge/read-token.ts';
import { guessSecret, type Search } from './guess-secret.ts';

type GuessViewProps = { readonly token: string; readonly onToken: (token: string) => void; readonly onFound: (secret: string) => void };

type Run =
  | { readonly status: 'idle' }
  | { readonly status: 'running'; readonly done: number; readonly total: number }
  | Search
  | { readonly status: 'too_large' };

/** Larger word lists would fill the tab's memory. */
const maxListBytes = 64_000_000;

/** A dictionary attack on the secret of an HMAC token, in Workers. */
export default function GuessView({ token, onToken, onFound }: GuessViewProps) {
  const [file, setFile] = useState<File>();
  const [withVariations, setVariations] = useState(true);
  const { run, start, cancel } = useSearch();
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <Panel title="Token to crack">
        <div className="grid gap-4">
          <TextArea
            label="Token"
            rows={6}
            value={token}
            spellCheck={false}
            autoComplete="off"
            translate="no"
            className="[&_textarea]:font-mono [&_textarea]:text-sm"
            onValue={onToken}
          />
          <FileField label="Your own word list, one word per line" accept="text/plain,.txt,.lst" onChoose={setFile} />
          <CheckField
            label="Try common variations too"
            hint="Capitalised, and with 1, 123, ! or a year appended: up to 16 guesses per word."
            checked={withVariations}
            onChecked={setVariations}
          />
          {run.status === 'running' ? (
            <Progress label="Cracking" done={run.done} total={run.total} stop={{ label: 'Cancel', onStop: cancel }} />
          ) : (
            <Button
              className="justify-self-start"
              disabled={token.trim() === ''}
              onClick={() => void start(readPastedToken(token), file, withVariations)}
            >
              Crack
            </Button>
          )}
        </div>
      </Panel>
      <div className="grid gap-6">
        <Outcome run={run} onFound={onFound} />
        <Panel title="What this shows">
          <p className="text-muted">
            Anyone who holds one token can do this offline, without a request to your server. {commonSecrets.length} secrets of tutorials
            and examples are tried first, then your list. A secret that is in no list can still be too short: RFC 7518 requires as many
            bytes as the hash has.
          </p>
          <p className="mt-3 text-muted">Use it only on tokens of systems that you are authorised to test.</p>
        </Panel>
      </div>
    </div>
  );
}

function Outcome({ run, onFound }: { readonly run: Run; readonly onFound: (secret: string) => void }) {
  if (run.status === 'found' || run.status === 'not_found') {
    const facts = [
      { name: 'Guesses', value: run.tried.toLocaleString('en-GB') },
      { name: 'Time', value: `${(run.ms / 1000).toFixed(2)} s` },
      // Of a few guesses the time is that of starting.
      ...(run.tried < 5000
        ? []
        : [{ name: 'Guesses per second', value: Math.round(run.tried / Math.max(run.ms / 1000, 0.001)).toLocaleString('en-GB') }]),
    ];
    if (run.status === 'not_found')
      return (
        <VerdictSheet tone="open" sealText="?" verdict="Not cracked with these lists." facts={facts}>
          This says nothing about other lists or brute force.
        </VerdictSheet>
      );
    const { secret } = run;
    return (
      <VerdictSheet
        tone="bad"
        sealText="✕"
        verdict="Secret cracked."
        facts={[{ name: 'Secret', value: secret === '' ? '(empty)' : secret }, ...facts]}
      >
        <p>Anyone who recovers it can forge tokens that your server accepts. Replace it with random bytes.</p>
        <QuietButton className="-ml-2" onClick={() => onFound(secret)}>
          Use it as the key
        </QuietButton>
      </VerdictSheet>
    );
  }
  return (
    <div role="status">
      {run.status === 'not_hmac' ? (
        <StatusMark kind="failure">This token has no HMAC signature: there is no secret to crack.</StatusMark>
      ) : null}
      {run.status === 'cancelled' ? <StatusMark kind="warning">Cancelled.</StatusMark> : null}
      {run.status === 'failed' ? (
        <StatusMark kind="failure">The Worker or the list could not be read. Reload the page and try again.</StatusMark>
      ) : null}
      {run.status === 'too_large' ? <StatusMark kind="failure">The list is larger than 64 MB. Split it.</StatusMark> : null}
    </div>
  );
}

/** One search at a time; leaving the view ends it. */
function useSearch() {
  const [run, setRun] = useState<Run>({ status: 'idle' });
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);
  const start = async (token: string, file: File | undefined, withVariations: boolean) => {
    if (file !== undefined && file.size > maxListBytes) return setRun({ status: 'too_large' });
    stop.current = new AbortController();
    const { signal } = stop.current;
    setRun({ status: 'running', done: 0, total: 0 });
    try {
      const [own, { openJwtLabWorker }] = await Promise.all([file?.text(), import('./open-jwt-lab-worker.client.ts')]);
      const words = [...commonSecrets, ...(own === undefined ? [] : own.split(/\r\n|\r|\n/).filter((word) => word !== ''))];
      const workers = Math.max(1, Math.min(4, navigator.hardwareConcurrency, Math.ceil(words.length / 500)));
      const onProgress = (done: number) =>
        setRun((before) => (before.status === 'running' ? { status: 'running', done, total: words.length } : before));
      setRun(await guessSecret({ token, words, withVariations, signal, onProgress }, openJwtLabWorker, workers));
    } catch {
      setRun({ status: 'failed' });
    }
  };
  return { run, start, cancel: () => stop.current?.abort() };
}
