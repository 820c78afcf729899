import type { Clock } from '@castellan/foundation/clock';
import { createAttemptWindow } from '@castellan/platform/core/attempt-window';
import type { PlatformFunction } from '@castellan/platform/functions/functions-service';
import { z } from 'zod';
import { answerJson, refuse } from '../../functions/function-answers.ts';
import { ownerFunction } from '../../functions/owner-function.ts';
import { prepareRun, reachOf, type Tool } from '../../tools/tool.ts';
import type { JobStore } from './job-store.ts';

const callLimit = { limit: 240, windowMs: 60_000, capacity: 1 };

const reachSchema = z.strictObject({
  tool: z.string().max(64),
  target: z.string().max(300),
  options: z.record(z.string(), z.unknown()).default({}),
});

type Given = {
  readonly tools: readonly Tool[];
  /** Of the tools that have a page, by their ids. */
  readonly titles: ReadonlyMap<string, string>;
  readonly store: JobStore;
  readonly clock: Clock;
};

/**
 * What the owner does with runs of an engagement, each by POST. The server knows an engagement by a random id alone: its scope is judged
 * in the browser. `tool-job-reach` {tool, target, options}: `{target, reach}`, what a run would touch, in normal spelling; 400
 * `input_refused`; nothing is sent to the target. `tool-job-move` {id, engagement}: into an engagement, or (null) into none; 404
 * `report_unknown`. `tool-engagement-runs` {engagement}: its jobs, the newest first.
 */
export function createEngagementFunctions({ tools, titles, store, clock }: Given): Readonly<Record<string, PlatformFunction>> {
  const limit = createAttemptWindow(clock, callLimit);
  return {
    'tool-job-reach': ownerFunction({
      body: reachSchema,
      expects: 'The body must name a tool and a target.',
      limit,
      maxBodyBytes: 65_536,
      run: async ({ tool, target, options }) => {
        const probe = tools.find(({ id }) => id === tool)?.probe;
        if (probe === undefined) return refuse(404, 'tool_unknown', 'There is no such tool.');
        const prepared = prepareRun(probe, target, options);
        if (!prepared.ok) return refuse(400, prepared.failure.code, prepared.failure.message);
        return answerJson({ target: prepared.value.target, reach: reachOf(probe, prepared.value) });
      },
    }),
    'tool-job-move': ownerFunction({
      body: z.strictObject({ id: z.uuid(), engagement: z.uuid().nullable() }),
      expects: 'The body must name a job, and an engagement or null.',
      limit,
      run: async ({ id, engagement }) =>
        (await store.move(id, engagement))
          ? answerJson({ done: true })
          : refuse(404, 'report_unknown', 'This run does not exist. It may have been deleted.'),
    }),
    'tool-engagement-runs': ownerFunction({
      body: z.strictObject({ engagement: z.uuid() }),
      expects: 'The field "engagement" must name an engagement.',
      limit,
      run: async ({ engagement }) => {
        const rows = await store.engagementRuns(engagement);
        return answerJson(
          rows.map((row) => {
            const probe = tools.find(({ id }) => id === row.tool)?.probe;
            const prepared = probe === undefined ? undefined : prepareRun(probe, row.target, row.options);
            const reach = probe === undefined || prepared?.ok !== true ? { ports: 'every', below: true } : reachOf(probe, prepared.value);
            return { ...row, title: titles.get(row.tool) ?? row.tool, reach };
          }),
        );
      },
    }),
  };
}
