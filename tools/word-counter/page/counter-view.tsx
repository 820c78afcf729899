import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useOwnersFrame } from '../../../web/app/domains/apps/tool-frame.tsx';
import { CopyButton } from '../../../web/app/domains/instruments/copy-button.tsx';
import type { PageMenu } from '../../../web/app/domains/owner-page/page-tools.ts';
import { StateWords } from '../../../web/app/domains/owner-page/state-words.tsx';
import { browserTimer } from '../../../web/app/lib/clock.ts';
import { QuietButton } from '../../../web/app/ui/button.tsx';
import { fieldClass } from '../../../web/app/ui/fields/field-class.ts';
import { FileField } from '../../../web/app/ui/fields/file-field.tsx';
import { Panel } from '../../../web/app/ui/panel.tsx';
import { StatusMark } from '../../../web/app/ui/status-mark.tsx';
import { decodeText } from '../knowledge/decode-text.ts';
import { wordCounter } from '../manifest.ts';
import { CountsSheet } from './counts-sheet.tsx';
import { DetailsSheets } from './details-sheets.tsx';
import { ExportButtons, savingsOf } from './export-buttons.tsx';
import { keptText, maxKept } from './kept-text.ts';
import { TextTools } from './text-tools.tsx';
import { useCounting } from './use-counting.ts';

type CounterViewProps = {
  /** Is told what the menu of the owner's frame offers. The same function each time. */
  readonly onMenu: (menu: PageMenu | undefined) => void;
};

/** A text, and all that is counted of it. The field keeps the text itself: React would compare a million characters with each key. */
export function CounterView({ onMenu }: CounterViewProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [isExact, setExact] = useState(false);
  const [fault, setFault] = useState<string>();
  const { quick, details, failure, count } = useCounting(isExact);
  const isOwners = useOwnersFrame(wordCounter) !== undefined;
  const savings = useMemo(() => (quick === undefined ? [] : savingsOf(quick, details)), [quick, details]);
  useEffect(() => onMenu({ own: savings }), [onMenu, savings]);
  const { changed, kept } = useKeeping(field, () => count(() => field.current?.value ?? ''));
  const put = (text: string) => {
    if (field.current === null) return;
    field.current.value = text;
    changed();
  };
  const open = async (file: File | undefined) => {
    if (file === undefined) return;
    const decoded = file.size > 20_000_000 ? undefined : decodeText(new Uint8Array(await file.arrayBuffer()));
    if (decoded?.ok === true) put(decoded.value);
    setFault(decoded === undefined ? 'The file is over 20 MB.' : decoded.ok ? undefined : decoded.failure.message);
  };
  return (
    <div className="mt-6 grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-6">
        <div>
          <label htmlFor="counted-text" className="text-sm font-medium">
            Text
          </label>
          <textarea
            ref={field}
            id="counted-text"
            rows={14}
            placeholder="Type or paste a text."
            className={`${fieldClass} mt-2 block resize-y py-3 leading-relaxed`}
            onInput={changed}
          />
          <div className="mt-2 flex flex-wrap items-center justify-between gap-x-6 gap-y-1 text-sm text-muted">
            {isOwners ? <StateWords>{said(kept)}</StateWords> : said(kept)}
            <QuietButton onClick={() => put('')}>Clear</QuietButton>
          </div>
        </div>
        {failure === undefined ? null : <StatusMark kind="failure">The Worker did not start. Reload the page to count.</StatusMark>}
        <TextTools readText={() => field.current?.value ?? ''} onText={put} />
        <DetailsSheets details={details} isExact={isExact} onExact={setExact} />
      </div>
      <div className="grid gap-6 lg:sticky lg:top-20">
        <CountsSheet quick={quick} />
        <Panel title="File">
          <div className="grid gap-4">
            <FileField label="Open a .txt or .md file" accept=".txt,.md,text/plain,text/markdown" onChoose={(file) => void open(file)} />
            {fault === undefined ? null : <StatusMark kind="failure">{fault}</StatusMark>}
            {quick === undefined || isOwners ? null : <ExportButtons savings={savings} />}
            {quick === undefined ? null : (
              <CopyButton
                label="Copy the counts"
                text={Object.entries(quick.counts)
                  .map(([name, value]) => `${name}\t${value}`)
                  .join('\n')}
              />
            )}
          </div>
        </Panel>
      </div>
    </div>
  );
}

/** Whether the text is kept. */
function said(kept: 'kept' | 'too_long' | undefined) {
  return (
    <p role="status">{kept === 'kept' ? 'Kept in this browser.' : kept === 'too_long' ? 'Too long to be kept in this browser.' : ''}</p>
  );
}

/** Puts back what was kept, and keeps what is typed once it rests for a second. */
function useKeeping(field: RefObject<HTMLTextAreaElement | null>, count: () => void) {
  const [kept, setKept] = useState<'kept' | 'too_long'>();
  const callOff = useRef<() => void>(undefined);
  const counted = useRef(count);
  counted.current = count;
  useEffect(() => {
    const before = keptText.read();
    // What was typed before this code came stays.
    if (field.current !== null && field.current.value === '' && before !== undefined) field.current.value = before;
    if (field.current?.value !== '') counted.current();
    return () => callOff.current?.();
  }, [field]);
  const changed = () => {
    counted.current();
    callOff.current?.();
    callOff.current = browserTimer.after(1000, () => {
      const text = field.current?.value ?? '';
      if (text === '') keptText.clear();
      else if (text.length <= maxKept) keptText.write(text);
      setKept(text === '' ? undefined : text.length <= maxKept ? 'kept' : 'too_long');
    });
  };
  return { changed, kept };
}
