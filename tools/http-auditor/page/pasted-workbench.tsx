import { useDeferredValue, useMemo, useState } from 'react';
import { FetchedReportView } from '../../../web/app/domains/tool-reports/fetched-report-view.tsx';
import { browserTimer } from '../../../web/app/lib/clock.ts';
import { GhostButton } from '../../../web/app/ui/button.tsx';
import { FileField } from '../../../web/app/ui/fields/file-field.tsx';
import { SelectField } from '../../../web/app/ui/fields/select-field.tsx';
import { TextArea } from '../../../web/app/ui/fields/text-area.tsx';
import { verbatim } from '../../../web/app/ui/fields/verbatim.ts';
import { Panel } from '../../../web/app/ui/panel.tsx';
import { Spinner } from '../../../web/app/ui/spinner.tsx';
import type { DraftPage } from './audit-engine.ts';
import { Circumstances } from './circumstances.tsx';
import { type Draft, emptyDraft } from './draft.ts';
import { httpReportTool } from './http-report-tool.ts';
import { useAuditEngine } from './use-audit-engine.ts';
import { WhatIf } from './what-if.tsx';

/** Nobody types so many characters at once. */
const pastedLength = 12;

const maxFileBytes = 64 * 1024 * 1024;

/** Headers or a HAR, audited in the page alone, and scored again at every change. */
export function PastedWorkbench() {
  const [draft, setDraft] = useState<Draft>(emptyDraft);
  const [start, setStart] = useState<Draft>();
  const [pages, setPages] = useState<readonly DraftPage[]>([]);
  const [har, setHar] = useState<string>();
  const [trouble, setTrouble] = useState<string>();
  const state = useAuditEngine(draft.text !== '' || har !== undefined);
  const engine = state.status === 'ready' ? state.engine : undefined;
  const shown = useDeferredValue(draft);
  const audit = useMemo(() => (shown.text.trim() === '' ? undefined : engine?.auditDraft(shown, browserTimer.nowMs())), [engine, shown]);
  const begun = useMemo(() => (start === undefined ? undefined : engine?.auditDraft(start, browserTimer.nowMs())), [engine, start]);
  const begin = (next: Draft) => {
    setDraft(next);
    setStart(next);
  };
  if (har !== undefined && engine !== undefined) {
    const read = engine.readPages(har);
    setHar(undefined);
    setTrouble(read.ok ? undefined : read.failure.message);
    setPages(read.ok ? read.value : []);
    const [first] = read.ok ? read.value : [];
    if (first !== undefined) begin(first.draft);
  }
  const change = (text: string) => {
    setTrouble(undefined);
    // A pasted HAR is read as the file would be.
    if (isJson(text)) return setHar(text);
    // What is pasted into the empty field is what changes are held against; what is typed has no beginning.
    if (draft.text.trim() === '' && text.length > pastedLength) return begin({ ...draft, text });
    if (text.trim() === '') setStart(undefined);
    setDraft({ ...draft, text });
  };
  const choose = (file: File | undefined) => {
    setTrouble(undefined);
    if (file === undefined) return;
    if (file.size > maxFileBytes) return setTrouble('This file is larger than 64 MiB. Export the HAR without content.');
    const take = (text: string) => {
      setPages([]);
      if (isJson(text)) setHar(text);
      else begin({ ...emptyDraft, text });
    };
    file.text().then(take, () => setTrouble('This file cannot be read.'));
  };
  return (
    <>
      <Panel title="Paste headers" className="report-aside mt-8">
        <p className="max-w-prose text-muted">
          Paste the output of curl -i or curl -IL, the headers a browser shows, or a HAR. They are scored in this page and not sent
          anywhere.
        </p>
        <TextArea
          label="Response headers"
          className="mt-4 font-mono"
          rows={7}
          {...verbatim}
          placeholder={'HTTP/2 200\ncontent-type: text/html\nserver: nginx'}
          value={draft.text}
          onValue={change}
        />
        <div className="mt-4 grid items-start gap-4 md:grid-cols-2">
          <FileField label="HAR or headers from a file" accept=".har,.json,.txt,application/json,text/plain" onChoose={choose} />
          {pages.length < 2 ? null : (
            <SelectField
              label={`Page (${pages.length} in this HAR)`}
              options={pages.map(({ title }, at) => ({ value: String(at), name: title }))}
              onValue={(value) => begin(pages[Number(value)]?.draft ?? emptyDraft)}
            />
          )}
        </div>
        <Circumstances draft={draft} onChange={setDraft} />
        <div role="status" className="mt-4 empty:mt-0">
          {trouble === undefined ? null : <p className="text-amber">{trouble}</p>}
          {state.status === 'loading' ? <Spinner label="Loading the scoring code" /> : null}
          {audit?.ok === false ? <p className="text-amber">{audit.failure.message}</p> : null}
          {audit?.ok === true && audit.value.ignoredLines.length > 0 ? (
            <p className="text-sm text-amber">
              Ignored, because they are not headers: lines {audit.value.ignoredLines.slice(0, 12).join(', ')}.
            </p>
          ) : null}
        </div>
        {state.status === 'failed' ? (
          <div role="alert" className="mt-4 flex flex-wrap items-center gap-4">
            <p>The scoring code could not be loaded.</p>
            <GhostButton onClick={state.retry}>Try again</GhostButton>
          </div>
        ) : null}
        {audit?.ok === true ? (
          <WhatIf
            now={audit.value}
            before={begun?.ok === true ? begun.value.report : undefined}
            onTry={(tried) => {
              setStart(start ?? draft);
              setDraft(tried);
            }}
            onUndo={start === undefined || start === draft ? undefined : () => setDraft(start)}
          />
        ) : null}
      </Panel>
      {audit?.ok === true ? <FetchedReportView report={audit.value.report} tool={httpReportTool} /> : null}
    </>
  );
}

function isJson(text: string): boolean {
  return /^\uFEFF?\s*\{/.test(text);
}
