import { useEffect, useRef, useState } from 'react';
import { PlateSeal } from '../../../../web/app/domains/workbench/plate-seal.tsx';
import { browserTimer } from '../../../../web/app/lib/clock.ts';
import { buttonClass } from '../../../../web/app/ui/button-class.ts';
import { mrzCheckedLine } from '../../../../web/app/ui/mrz/mrz.ts';
import { MrzLine } from '../../../../web/app/ui/mrz/mrz-line.tsx';
import type { PlateProps } from '../../../tool-plate.ts';
import { jwtLab } from '../../manifest.ts';
import type { PlateVerdict } from './judge-sample.ts';

/** A token that was made with the page, its public key as a JWK, and what the lab's code says of it. */
export type TokenPlateData = { readonly token: string; readonly key: string; readonly verdict: PlateVerdict };

type State = { readonly token: string; readonly at: number | undefined; readonly verdict: PlateVerdict; readonly note: string };

/** A token, read and judged; one of its letters can be altered, and is judged again by the lab's own code. */
export function TokenPlate({ data, pressed }: PlateProps<TokenPlateData>) {
  const [state, setState] = useState<State>({ token: data.token, at: undefined, verdict: data.verdict, note: '' });
  const [busy, setBusy] = useState(false);
  const isAltered = state.at !== undefined;
  const toggle = async () => {
    setBusy(true);
    try {
      const { alterOneLetter, judgeSample } = await import('./judge-sample.ts');
      const next = isAltered ? { token: data.token, at: undefined } : alterOneLetter(data.token);
      const verdict = await judgeSample(next.token, data.key, window.crypto.subtle, browserTimer.nowMs());
      setState({ ...next, verdict, note: '' });
    } catch {
      setState((before) => ({ ...before, note: 'This could not be checked in this browser now. Try again.' }));
    }
    setBusy(false);
  };
  const begun = useRef(false);
  useEffect(() => {
    if (pressed === undefined || begun.current) return;
    begun.current = true;
    void toggle();
  });
  return (
    <article className="bench-plate bench-token">
      <div className="bench-words">
        <p className={isAltered ? 'bench-label text-carmine' : 'bench-label'}>
          {jwtLab.title} · {isAltered ? 'one letter altered by you' : 'read on this page'}
        </p>
        <div role="status" className="bench-answer">
          <h3 className="lettering">{state.verdict.sentence}</h3>
          <p>{state.verdict.detail}</p>
          {state.note === '' ? null : <p className="bench-note">{state.note}</p>}
        </div>
        <TokenInk token={state.token} at={state.at} />
        <div className="bench-ways">
          <button
            type="button"
            data-press="alter"
            aria-busy={busy}
            className={`with-script ${buttonClass('ghost')}`}
            onClick={() => void toggle()}
          >
            {isAltered ? 'Put it back' : 'Alter one letter'}
          </button>
          <a href={`/${jwtLab.id}`} className="home-link">
            Read your own token
          </a>
        </div>
        <MrzLine text={mrzCheckedLine(['TOKEN', 'ES256', 'ISSUER<EXAMPLE'], 30)} className="bench-mrz" />
      </div>
      <PlateSeal tone={state.verdict.tone} />
    </article>
  );
}

/** The three parts, each in its ink; the altered letter is marked. */
function TokenInk({ token, at }: { readonly token: string; readonly at: number | undefined }) {
  let from = 0;
  return (
    <p translate="no" className="bench-code font-mono">
      {token.split('.').map((part, index) => {
        const start = from;
        from += part.length + 1;
        const mark = at === undefined || at < start || at >= start + part.length ? undefined : at - start;
        return (
          <span key={start}>
            {index === 0 ? '' : '.'}
            <i>
              {mark === undefined ? part : part.slice(0, mark)}
              {mark === undefined ? null : <mark>{part.charAt(mark)}</mark>}
              {mark === undefined ? null : part.slice(mark + 1)}
            </i>
          </span>
        );
      })}
    </p>
  );
}
