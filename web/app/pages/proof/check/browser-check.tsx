import { type ComponentType, useEffect, useRef, useState } from 'react';
import { buttonClass } from '../../../ui/button-class.ts';
import { Progress } from '../../../ui/progress.tsx';
import type { DaysVerdict } from './check-days.ts';

type State =
  | { readonly step: 'idle' }
  | { readonly step: 'running'; readonly done: number; readonly total: number }
  | { readonly step: 'failed' }
  | { readonly step: 'done'; readonly verdict: DaysVerdict; readonly View: ComponentType<{ readonly verdict: DaysVerdict }> };

/** Checks every signed day here, by this site's own code, and says what was checked and what was not. */
export function BrowserCheck({ publicUrl }: { readonly publicUrl: string }) {
  const { state, start, stop } = useCheck(publicUrl);
  return (
    <div className="proof-check">
      {state.step === 'running' ? (
        <Progress
          label="Checking the signed days"
          done={state.done}
          total={state.total}
          text={state.total === 0 ? 'Downloading the list of days' : `${state.done} of ${state.total} days`}
          stop={{ label: 'Cancel', onStop: stop }}
        />
      ) : (
        <button type="button" className={`${buttonClass('primary')} with-script justify-self-start`} onClick={start}>
          {state.step === 'idle' ? 'Verify in this browser' : 'Verify again'}
        </button>
      )}
      {state.step === 'failed' ? <p role="alert">The check could not be loaded. Try again, or use the commands.</p> : null}
      {state.step === 'done' ? <state.View verdict={state.verdict} /> : null}
    </div>
  );
}

function useCheck(publicUrl: string) {
  const [state, setState] = useState<State>({ step: 'idle' });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const start = async () => {
    const call = new AbortController();
    running.current = call;
    const tell = (next: State) => {
      if (!call.signal.aborted) setState(next);
    };
    tell({ step: 'running', done: 0, total: 0 });
    try {
      // Fetched once it is asked for: most visitors never press.
      const [{ checkDays }, { VerdictView: View }] = await Promise.all([import('./check-days.ts'), import('./verdict-view.tsx')]);
      const verdict = await checkDays({
        fetchText: async (file) => {
          // Not from the browser's own store: the files of one check must be of one moment.
          const answer = await fetch(`/proof/${file}`, { cache: 'no-cache', signal: call.signal });
          if (!answer.ok) throw new Error(`status ${answer.status}`);
          return answer.text();
        },
        subtle: isSecureContext ? crypto.subtle : undefined,
        siteUrl: publicUrl,
        onProgress: (done, total) => tell({ step: 'running', done, total }),
        signal: call.signal,
      });
      tell({ step: 'done', verdict, View });
    } catch {
      tell({ step: 'failed' });
    }
  };
  const stop = () => {
    running.current?.abort();
    setState({ step: 'idle' });
  };
  return { state, start: () => void start(), stop };
}
