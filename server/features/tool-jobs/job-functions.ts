import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '@castellan/foundation/clock';
import { createAttemptWindow } from '@castellan/platform/core/attempt-window';
import type { PlatformFunction } from '@castellan/platform/functions/functions-service';
import { z } from 'zod';
import { answerJson, refuse, refuseToWait } from '../../functions/function-answers.ts';
import { ownerFunction, ownerStream } from '../../functions/owner-function.ts';
import { prepareRun, type Tool } from '../../tools/tool.ts';
import type { JobRunner } from './job-runner.ts';
import type { JobRow, JobStore } from './job-store.ts';
import { toolsForTarget } from './tools-for-target.ts';

const callLimit = { limit: 240, windowMs: 60_000, capacity: 1 };

const startSchema = z.strictObject({
  tool: z.string().max(64),
  target: z.string().max(300),
  options: z.record(z.string(), z.unknown()).default({}),
  authorised: z.boolean().default(false),
  engagement: z.uuid().nullable().default(null),
});

/** A tool's id, as the database takes it: what is not, such as U+0000, is refused before it gets there. */
export const toolSchema = z.string().regex(/^[a-z][a-z0-9-]{0,63}$/);

const jobSchema = z.strictObject({ id: z.uuid() });

/** How often a job that is watched is read again. */
const watchMs = 250;

type Given = {
  readonly tools: readonly Tool[];
  /** Of the tools that have a page, by their ids. */
  readonly titles: ReadonlyMap<string, string>;
  readonly store: JobStore;
  readonly runner: JobRunner;
  readonly clock: Clock;
};

/**
 * What the owner does with jobs, each by POST:
 * `tool-job-start` {tool, target, options, authorised, engagement}: `{id}`; 400 `input_refused` with a sentence; 409 `consent_missing`;
 * `tool-job-list` {tool}: the newest 50; `tool-job-watch` {id}: a line whenever it changed, until it ended; `tool-job-cancel` {id};
 * `tool-job-tools` {target}: the tools that take it, each with the target as it takes it.
 */
export function createJobFunctions({ tools, titles, store, runner, clock }: Given): Readonly<Record<string, PlatformFunction>> {
  const limit = createAttemptWindow(clock, callLimit);
  const common = { limit, body: jobSchema, expects: 'The field "id" must name a job.' };
  return {
    'tool-job-start': ownerFunction({
      body: startSchema,
      expects: 'The body must name a tool and a target.',
      limit,
      maxBodyBytes: 65_536,
      run: async (asked) => start(asked, { tools, store, runner }),
    }),
    'tool-job-list': ownerFunction({
      body: z.strictObject({ tool: toolSchema }),
      expects: 'The field "tool" must name a tool.',
      limit,
      run: async ({ tool }) => answerJson(await store.list(tool)),
    }),
    'tool-job-tools': ownerFunction({
      body: z.strictObject({ target: z.string().max(300) }),
      expects: 'The field "target" must be a text.',
      limit,
      run: async ({ target }) => answerJson(toolsForTarget(target, tools, titles)),
    }),
    'tool-job-watch': ownerStream<z.infer<typeof jobSchema>, JobRow>({
      ...common,
      maxAtOnce: 16,
      run: async ({ id }, { say, signal }) => {
        let told = '';
        for (;;) {
          const job = await store.read(id);
          if (job === undefined) return;
          const text = JSON.stringify(job);
          if (text !== told) await say(job);
          told = text;
          if (job.state !== 'waiting' && job.state !== 'running') return;
          await wait(watchMs, undefined, { signal });
        }
      },
    }),
    'tool-job-cancel': ownerFunction({
      ...common,
      run: async ({ id }) => {
        const cancelled = await store.cancel(id);
        runner.stop(id);
        return answerJson({ cancelled });
      },
    }),
  };
}

async function start(asked: z.infer<typeof startSchema>, { tools, store, runner }: Omit<Given, 'clock' | 'titles'>): Promise<Response> {
  const probe = tools.find(({ id }) => id === asked.tool)?.probe;
  if (probe === undefined) return refuse(404, 'tool_unknown', 'There is no such tool.');
  const prepared = prepareRun(probe, asked.target, asked.options);
  if (!prepared.ok) return refuse(400, prepared.failure.code, prepared.failure.message);
  const { target, options } = prepared.value;
  const { tool, authorised, engagement } = asked;
  const taken = await store.ask({ tool, target, options, needsConsent: probe.isActive, consents: authorised, engagement });
  if (taken.refused === 'consent') return refuse(409, 'consent_missing', 'Say first that the target’s owner agreed to these probes.');
  if (taken.refused === 'too_often') return refuseToWait('This target was asked often within a minute. Try again a little later.', 20);
  if (taken.id === undefined) return refuseToWait('Too many jobs wait at the moment.', 5);
  runner.wake();
  return answerJson({ id: taken.id, target });
}
