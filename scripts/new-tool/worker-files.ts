import { camelCase, pascalCase } from './names.ts';
import { type Files, folderOf } from './page-files.ts';
import type { NewTool } from './parse-new-tool.ts';

/** A Worker of the tool's own: its jobs, the page's end of it, and a panel with progress and cancel. */
export function workerFiles(tool: NewTool): Files {
  const folder = folderOf(tool);
  return {
    [`${folder}/page/${tool.id}-jobs.ts`]: jobsOf(tool),
    [`${folder}/page/${tool.id}.worker.ts`]: workerOf(tool),
    [`${folder}/page/open-${tool.id}-worker.client.ts`]: openerOf(tool),
    [`${folder}/page/job-handlers.ts`]: handlersOf(tool),
    [`${folder}/page/job-handlers.test.ts`]: handlersTest,
    [`${folder}/page/worker-panel.tsx`]: panelOf(tool),
  };
}

function jobsOf({ id, title }: NewTool): string {
  return `import type { FailureCodes, WorkerJob } from '../../../web/app/lib/workers/worker-job.ts';
import type { TextMeasure } from '../knowledge/measure-text.ts';

/** What the Worker of ${title} can be asked for. */
export type ${pascalCase(id)}Jobs = {
  /** Measures each text by itself; says how many are done. */
  readonly measureAll: WorkerJob<readonly string[], readonly TextMeasure[], { readonly code: 'cancelled' }>;
};

/** How each job may fail: any other code is a fault of the Worker. */
export const ${camelCase(id)}FailureCodes: FailureCodes<${pascalCase(id)}Jobs> = { measureAll: { cancelled: true } };
`;
}

function handlersOf({ id }: NewTool): string {
  return `import { fail, succeed } from '@castellan/foundation/result';
import type { JobHandlers } from '../../../web/app/lib/workers/worker-job.ts';
import { measureText, type TextMeasure } from '../knowledge/measure-text.ts';
import type { ${pascalCase(id)}Jobs } from './${id}-jobs.ts';

/** How many texts are measured between two looks at whether the page cancelled. */
const batchSize = 100;

/** The jobs of the Worker. */
export const jobHandlers: JobHandlers<${pascalCase(id)}Jobs> = {
  measureAll: async (texts, { progress, isCancelled }) => {
    const measures: TextMeasure[] = [];
    for (const text of texts) {
      if (measures.length % batchSize === 0) {
        progress(measures.length, texts.length);
        // A message from the page is heard only between two tasks.
        await new Promise((resolve) => setTimeout(resolve));
        if (isCancelled()) return fail({ code: 'cancelled' });
      }
      measures.push(measureText(text));
    }
    progress(texts.length, texts.length);
    return succeed(measures);
  },
};
`;
}

const handlersTest = `import { expect, test } from 'vitest';
import { jobHandlers } from './job-handlers.ts';

function contextOf(isCancelled: () => boolean) {
  const told: (readonly [number, number])[] = [];
  return { told, context: { progress: (...said: readonly [number, number]) => void told.push(said), isCancelled, signal: new AbortController().signal } };
}

test('each text is measured by itself, and progress ends at the whole', async () => {
  const { told, context } = contextOf(() => false);
  const texts = Array.from({ length: 250 }, (_, index) => 'x'.repeat(index));
  const result = await jobHandlers.measureAll(texts, context);
  expect(result.ok && result.value.map(({ characters }) => characters)).toEqual(texts.map(({ length }) => length));
  expect(told).toEqual([
    [0, 250],
    [100, 250],
    [200, 250],
    [250, 250],
  ]);
});

test('a job that the page cancels ends before the next batch', async () => {
  let looks = 0;
  const { told, context } = contextOf(() => {
    looks += 1;
    return looks > 1;
  });
  const result = await jobHandlers.measureAll(Array.from({ length: 250 }, () => 'x'), context);
  expect(result).toEqual({ ok: false, failure: { code: 'cancelled' } });
  expect(told).toHaveLength(2);
});
`;

function workerOf({ id }: NewTool): string {
  return `import { serveWorkerJobs } from '../../../web/app/lib/workers/worker-job-server.ts';
import { jobHandlers } from './job-handlers.ts';
import type { ${pascalCase(id)}Jobs } from './${id}-jobs.ts';

serveWorkerJobs<${pascalCase(id)}Jobs>(jobHandlers, (listener) => addEventListener('message', listener));
`;
}

function openerOf({ id }: NewTool): string {
  const name = camelCase(id);
  return `import type { WorkerClient } from '../../../web/app/lib/workers/worker-job.ts';
import { createWorkerClient, declaredIn } from '../../../web/app/lib/workers/worker-job-client.ts';
import { openWorker } from '../../../web/app/lib/workers/open-worker.ts';
import { type ${pascalCase(id)}Jobs, ${name}FailureCodes } from './${id}-jobs.ts';
import workerAddress from './${id}.worker.ts?worker&url';

/** Starts a Worker of the tool. Whoever starts it ends it. */
export function open${pascalCase(id)}Worker(): WorkerClient<${pascalCase(id)}Jobs> {
  return createWorkerClient(openWorker(workerAddress), declaredIn<${pascalCase(id)}Jobs>(${name}FailureCodes));
}
`;
}

function panelOf({ id }: NewTool): string {
  const opener = `open${pascalCase(id)}Worker`;
  return `import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../web/app/ui/button.tsx';
import { FileField } from '../../../web/app/ui/fields/file-field.tsx';
import { Panel } from '../../../web/app/ui/panel.tsx';
import { Progress } from '../../../web/app/ui/progress.tsx';
import { StatusMark } from '../../../web/app/ui/status-mark.tsx';

type Run =
  | { readonly status: 'idle' }
  | { readonly status: 'running'; readonly done: number; readonly total: number }
  | { readonly status: 'done'; readonly lines: number; readonly characters: number }
  | { readonly status: 'cancelled' }
  | { readonly status: 'failed' };

/** A file, measured line by line in the Worker, with progress and cancel. */
export function WorkerPanel() {
  const [file, setFile] = useState<File>();
  const { run, start, cancel } = useMeasuring();
  return (
    <Panel title="A whole file">
      <FileField label="File" accept="text/plain" onChoose={setFile} />
      <div className="mt-4 grid justify-items-start gap-3">
        {run.status === 'running' ? (
          <Progress label="Measuring" done={run.done} total={run.total} stop={{ label: 'Cancel', onStop: cancel }} />
        ) : (
          <Button disabled={file === undefined} onClick={() => file !== undefined && void start(file)}>
            Measure
          </Button>
        )}
        <div role="status">
          <Outcome run={run} />
        </div>
      </div>
    </Panel>
  );
}

function Outcome({ run }: { readonly run: Run }) {
  switch (run.status) {
    case 'done':
      return <StatusMark kind="success">{\`\${run.characters} characters in \${run.lines} lines\`}</StatusMark>;
    case 'cancelled':
      return <StatusMark kind="warning">Cancelled. Nothing was kept.</StatusMark>;
    case 'failed':
      return <StatusMark kind="failure">The file could not be read. Choose it again.</StatusMark>;
    default:
      return null;
  }
}

/** One run at a time; leaving the page ends it. */
function useMeasuring() {
  const [run, setRun] = useState<Run>({ status: 'idle' });
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);
  const start = async (file: File) => {
    const stopping = new AbortController();
    stop.current = stopping;
    const { signal } = stopping;
    setRun({ status: 'running', done: 0, total: 0 });
    const measured = await measureFile(file, signal, (done, total) => setRun({ status: 'running', done, total })).catch(() => undefined);
    if (signal.aborted) setRun({ status: 'cancelled' });
    else setRun(measured === undefined ? { status: 'failed' } : { status: 'done', ...measured });
  };
  return { run, start, cancel: () => stop.current?.abort() };
}

async function measureFile(file: File, signal: AbortSignal, onProgress: (done: number, total: number) => void) {
  const [text, { ${opener} }] = await Promise.all([file.text(), import('./open-${id}-worker.client.ts')]);
  const worker = ${opener}();
  const texts = text.split(/\\r\\n|\\r|\\n/);
  const result = await worker.ask('measureAll', texts, { onProgress, signal });
  worker.end();
  if (!result.ok) return undefined;
  return { lines: texts.length, characters: result.value.reduce((sum, { characters }) => sum + characters, 0) };
}
`;
}
