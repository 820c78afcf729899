import { useEffect, useRef, useState } from 'react';
import { decodeText } from '../../../../web/app/domains/exchange/decode-text.ts';
import { PlanSummary } from '../../../../web/app/domains/exchange/plan-summary.tsx';
import { beginDeadline, tookTooLong } from '../../../../web/app/domains/exchange/reading/reading-deadline.ts';
import { Button, GhostButton } from '../../../../web/app/ui/button.tsx';
import { Dialog } from '../../../../web/app/ui/dialog.tsx';
import { FileField } from '../../../../web/app/ui/fields/file-field.tsx';
import { Progress } from '../../../../web/app/ui/progress.tsx';
import { StatusMark } from '../../../../web/app/ui/status-mark.tsx';
import { useHealth } from '../health-context.ts';
import type { HealthFileFault } from './health-file.ts';
import { type HealthImport, planHealthImport } from './plan-health-import.ts';

const largestTableBytes = 20_000_000;

const faults = {
  not_an_export: 'is neither an Apple Health export nor a table.',
  broken: 'ends early or is damaged. Nothing was imported. Export it again on the phone.',
  too_large: 'unpacks to more than an export ever comes to.',
  cancelled: 'was not read to its end.',
  ended: 'was not read to its end.',
  worker_failed: 'could not be read: the part of the page that reads it did not start. Reload the page and try again.',
} as const;

const ownFaults = {
  not_json: 'ends early or is damaged: it is not valid JSON. Nothing was imported.',
  not_ours: 'is not an export of Health Matrix.',
  too_many: 'has more than 50,000 records.',
} as const satisfies Record<HealthFileFault, string>;

type Stage =
  | { readonly kind: 'reading'; readonly name: string; readonly done: number; readonly total: number }
  | { readonly kind: 'fault'; readonly text: string }
  | {
      readonly kind: 'found';
      readonly name: string;
      readonly form: string;
      readonly found: HealthImport;
      readonly left: readonly string[];
    };

/** Reads a file, however large, shows what taking it would do, and takes it once the owner says so. */
export default function ImportHealthDialog({ onClose }: { readonly onClose: () => void }) {
  const { hand, tell } = useHealth();
  const [stage, setStage] = useState<Stage>();
  const reading = useRef<AbortController>(undefined);
  useEffect(() => () => reading.current?.abort(), []);
  const close = () => {
    reading.current?.abort();
    onClose();
  };
  const readArchive = async (file: File) => {
    const abort = new AbortController();
    reading.current = abort;
    setStage({ kind: 'reading', name: file.name, done: 0, total: file.size });
    const { openHealthWorker } = await import('../open-health-worker.client.ts');
    const client = openHealthWorker();
    const deadline = beginDeadline(client.end);
    const read = await client.ask('readArchive', file, {
      signal: abort.signal,
      onProgress: (done, total) => {
        deadline.heard();
        setStage({ kind: 'reading', name: file.name, done, total });
      },
    });
    deadline.stop();
    client.end();
    if (deadline.isOver()) return setStage({ kind: 'fault', text: tookTooLong });
    if (abort.signal.aborted) return setStage({ kind: 'fault', text: `${file.name} ${faults.cancelled}` });
    if (!read.ok) return setStage({ kind: 'fault', text: `${file.name} ${faults[read.failure.code]}` });
    const { records, counts, left } = read.value;
    const form = `Apple Health, ${count(counts.records, 'record')}, ${count(counts.workouts, 'workout')}, ${count(counts.summaries, 'summary')}`;
    setStage({
      kind: 'found',
      name: file.name,
      form,
      found: planHealthImport(records, hand.view, []),
      left: left.map(({ reason, count: many }) => `${reason}: ${many.toLocaleString('en-GB')}`),
    });
  };
  const readTable = async (file: File) => {
    const { readHealthCsv } = await import('./health-csv.ts');
    const { text, encoding } = decodeText(new Uint8Array(await file.arrayBuffer()));
    const table = readHealthCsv(text);
    if (table === undefined)
      return setStage({ kind: 'fault', text: `${file.name} has no date column with measures beside it in its header row.` });
    const { cutFile, tableEnd } = await import('../../../../web/app/domains/exchange/file-ends.ts');
    const end = tableEnd(text);
    if (end === 'cut') return setStage({ kind: 'fault', text: cutFile });
    const found = planHealthImport(table.records, hand.view, table.rejected);
    setStage({
      kind: 'found',
      name: file.name,
      form: `a table, ${encoding.toUpperCase()}`,
      found: { ...found, plan: { ...found.plan, partial: [...found.plan.partial, ...end] } },
      left: table.unknown.map((name) => `Unknown column: ${name.slice(0, 60)}`),
    });
  };
  const readOwn = async (file: File) => {
    const { largestHealthFile, readHealthFile } = await import('./health-file.ts');
    if (file.size > largestHealthFile) return setStage({ kind: 'fault', text: `${file.name} is larger than 50 MB.` });
    const read = readHealthFile(await file.text());
    if (typeof read === 'string') return setStage({ kind: 'fault', text: `${file.name} ${ownFaults[read]}` });
    const found = planHealthImport(read.records, hand.view, read.rejected, 'own');
    setStage({ kind: 'found', name: file.name, form: 'Health, JSON', found, left: [] });
  };
  const choose = async (file: File | undefined) => {
    reading.current?.abort();
    if (file === undefined) return setStage(undefined);
    const head = new Uint8Array(await file.slice(0, 64).arrayBuffer());
    if (head[0] === 0x50 && head[1] === 0x4b) return readArchive(file);
    // JSON is text of UTF-8; a byte order mark before it is decoded away.
    if (/^\s*\{/.test(new TextDecoder().decode(head))) return readOwn(file);
    if (file.size > largestTableBytes)
      return setStage({ kind: 'fault', text: `${file.name} is not a zip archive, and as a table it is larger than 20 MB.` });
    return readTable(file);
  };
  const take = async ({ found, name }: Stage & { readonly kind: 'found' }) => {
    // The toast outlives a lock: it names numbers alone.
    const kept = await tell(
      hand.addImport(found.plan.batchId, name.slice(0, 200), found.records, new Date()),
      `${count(found.records.length, 'record')} imported`,
    );
    if (kept) close();
  };
  return (
    <Dialog
      open
      title="Import health"
      description="The export.zip of Apple Health, a table (.csv) with a day and measures in its first line, or JSON that was exported here. Nothing is written before you say so."
      onClose={close}
      actions={
        stage?.kind === 'found' && stage.found.records.length > 0 ? (
          <Button onWork={() => take(stage)}>{`Import ${stage.found.records.length.toLocaleString('en-GB')}`}</Button>
        ) : (
          <GhostButton onClick={close}>Close</GhostButton>
        )
      }
    >
      <FileField
        label="File"
        accept=".zip,.csv,.txt,.json,application/zip,text/csv,application/json"
        onChoose={(file) => void choose(file)}
      />
      {stage?.kind === 'reading' ? (
        <div className="mt-4">
          <Progress
            label="Reading"
            done={stage.done}
            total={stage.total}
            stop={{ label: 'Cancel', onStop: () => reading.current?.abort() }}
          />
        </div>
      ) : null}
      <div role="status" className="mt-4">
        {stage?.kind === 'fault' ? <StatusMark kind="failure">{stage.text}</StatusMark> : null}
        {stage?.kind === 'found' ? (
          <>
            <PlanSummary heading={`${stage.name}: ${stage.form}`} plan={stage.found.plan} nameOf={({ name }) => String(name ?? '')} />
            {stage.left.length === 0 ? null : (
              <details className="mt-3">
                <summary className="w-fit cursor-pointer py-2 font-semibold">{`Left out: ${count(stage.left.length, 'kind')}`}</summary>
                <ul className="text-sm text-muted">
                  {stage.left.slice(0, 40).map((line) => (
                    <li key={line} className="wrap-anywhere">
                      {line}
                    </li>
                  ))}
                </ul>
              </details>
            )}
          </>
        ) : null}
      </div>
    </Dialog>
  );
}

function count(many: number, noun: string): string {
  const plural = noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`;
  return `${many.toLocaleString('en-GB')} ${many === 1 ? noun : plural}`;
}
