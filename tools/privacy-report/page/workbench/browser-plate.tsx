import { useEffect, useRef, useState } from 'react';
import { PlateFacts } from '../../../../web/app/domains/workbench/plate-facts.tsx';
import { buttonClass } from '../../../../web/app/ui/button-class.ts';
import { classNames } from '../../../../web/app/ui/class-names.ts';
import { mrzCheckedLine } from '../../../../web/app/ui/mrz/mrz.ts';
import { MrzLine } from '../../../../web/app/ui/mrz/mrz-line.tsx';
import type { PlateProps } from '../../../tool-plate.ts';
import { privacyReport } from '../../manifest.ts';
import type { Print } from './print-browser.tsx';
import { idlePrint, printBox } from './ridges.ts';

/** How many attributes the report reads, counted by the server. */
export type BrowserPlateData = { readonly attributes: number };

type State = { readonly status: 'idle' | 'measuring' | 'failed' } | { readonly status: 'ready'; readonly print: Print };

/** The print of the visitor's own browser: measured and judged by the report's code, in the page, when the visitor asks for it. */
export function BrowserPlate({ data: { attributes }, pressed }: PlateProps<BrowserPlateData>) {
  const [state, setState] = useState<State>({ status: 'idle' });
  const measure = async () => {
    setState((before) => (before.status === 'ready' ? before : { status: 'measuring' }));
    try {
      const { printBrowser } = await import('./print-browser.tsx');
      const print = await printBrowser();
      setState({ status: 'ready', print });
    } catch {
      setState({ status: 'failed' });
    }
  };
  const begun = useRef(false);
  useEffect(() => {
    if (pressed === undefined || begun.current) return;
    begun.current = true;
    void measure();
  });
  const print = state.status === 'ready' ? state.print : undefined;
  const address = `/${privacyReport.id}`;
  return (
    <article className="bench-plate bench-lead">
      <div className="bench-words">
        <p className="bench-label">{print === undefined ? privacyReport.title : `${privacyReport.title} · made here, ${print.day}`}</p>
        <div role="status" className="bench-answer">
          <h3 className="lettering">{print?.sentence ?? 'What does your browser give away?'}</h3>
          <p>{print?.detail ?? detailOf(state.status, attributes)}</p>
        </div>
        <PlateFacts
          facts={[
            { name: 'Stand out', value: print?.standOut ?? '–', isWarning: print !== undefined && print.standOut !== '0' },
            { name: 'Counted', value: print?.counted ?? `– of ${attributes}` },
            { name: 'Measured in', value: print?.time ?? '–' },
          ]}
        />
        <div className="bench-ways">
          <button
            type="button"
            data-press="measure"
            aria-busy={state.status === 'measuring'}
            className={classNames('with-script', buttonClass(print === undefined ? 'primary' : 'ghost'), print !== undefined && 'order-1')}
            onClick={() => void measure()}
          >
            {print === undefined ? 'Measure this browser' : 'Measure again'}
          </button>
          <a href={address} className={print === undefined ? 'home-link' : buttonClass('primary')}>
            {print === undefined ? 'See what is read' : 'What to change'}
          </a>
        </div>
        <MrzLine text={mrzCheckedLine(['PRIVACY', ...(print === undefined ? [] : ['THIS<BROWSER', print.mrz])])} className="bench-mrz" />
      </div>
      <div className="bench-art" aria-hidden="true">
        <svg viewBox={`0 0 ${printBox.width} ${printBox.height}`} preserveAspectRatio="xMidYMid slice" aria-hidden="true">
          {print === undefined ? <path d={idlePrint(attributes)} className="bench-ridge-plain" /> : print.drawing}
        </svg>
        <p className="bench-hole">
          {print === undefined ? (
            state.status === 'measuring' ? (
              'measuring'
            ) : (
              'not yet measured'
            )
          ) : (
            <>
              <b className="lettering">{print.bits}</b>
              bits
            </>
          )}
        </p>
        {print?.rarest === undefined ? null : <p className="bench-foot font-mono">{print.rarest}</p>}
      </div>
    </article>
  );
}

function detailOf(status: State['status'], attributes: number): string {
  if (status === 'failed') return 'The part that measures could not be fetched. Try again.';
  if (status === 'measuring') return `Reading ${attributes} attributes, three times. Nothing is sent.`;
  return `${attributes} attributes, measured on this page in about a second. Nothing is sent.`;
}
