import type { Clock } from '@castellan/foundation/clock';
import { createAttemptWindow } from '@castellan/platform/core/attempt-window';
import type { PlatformFunction } from '@castellan/platform/functions/functions-service';
import { z } from 'zod';
import { answerJson, refuse } from '../../functions/function-answers.ts';
import { ownerFunction } from '../../functions/owner-function.ts';
import { prepareRun, type Tool } from '../../tools/tool.ts';
import { toolSchema } from './job-functions.ts';
import type { ScheduleStore } from './schedule-store.ts';

const callLimit = { limit: 120, windowMs: 60_000, capacity: 1 };

const setSchema = z.strictObject({
  tool: toolSchema,
  target: z.string().max(300),
  options: z.record(z.string(), z.unknown()).default({}),
  every: z.enum(['daily', 'weekly']),
  authorised: z.boolean().default(false),
});

type Given = {
  readonly tools: readonly Tool[];
  /** Of the tools that have a page, by their ids. */
  readonly titles: ReadonlyMap<string, string>;
  readonly schedules: ScheduleStore;
  readonly clock: Clock;
};

/**
 * What the owner does with schedules, each by POST: `tool-schedule-list` {tool}; `tool-schedule-set` {tool, target, options, every,
 * authorised}: `{id}`, in the place of the one that the tool and target have; 400 `input_refused`; 409 `consent_missing`,
 * `too_many_schedules`; `tool-schedule-pause` {id}; `tool-schedule-renew` {id}: it runs again, for 90 days from now;
 * `tool-schedule-delete` {id}. Of an unknown one: 404 `schedule_unknown`.
 */
export function createScheduleFunctions({ tools, titles, schedules, clock }: Given): Readonly<Record<string, PlatformFunction>> {
  const limit = createAttemptWindow(clock, callLimit);
  const common = { limit, body: z.strictObject({ id: z.uuid() }), expects: 'The field "id" must name a schedule.' };
  const answered = (done: boolean) =>
    done ? answerJson({ done: true }) : refuse(404, 'schedule_unknown', 'This schedule does not exist. It may have been deleted.');
  return {
    'tool-schedule-list': ownerFunction({
      body: z.strictObject({ tool: toolSchema }),
      expects: 'The field "tool" must name a tool.',
      limit,
      run: async ({ tool }) => answerJson(await schedules.list(tool)),
    }),
    'tool-schedule-set': ownerFunction({
      body: setSchema,
      expects: 'The body must name a tool, a target, and how often.',
      limit,
      maxBodyBytes: 65_536,
      run: async ({ tool, target, options, every, authorised }) => {
        const probe = tools.find(({ id }) => id === tool)?.probe;
        const title = titles.get(tool);
        if (probe === undefined || title === undefined) return refuse(404, 'tool_unknown', 'There is no such tool.');
        const prepared = prepareRun(probe, target, options);
        if (!prepared.ok) return refuse(400, prepared.failure.code, prepared.failure.message);
        const made = await schedules.set(
          { tool, title, ...prepared.value, every, needsConsent: probe.isActive, consents: authorised },
          clock.nowMs(),
        );
        if (made.refused === 'consent') return refuse(409, 'consent_missing', 'Say first that the target’s owner agreed to these probes.');
        if (made.id === undefined) return refuse(409, 'too_many_schedules', 'There are 100 schedules already. Delete one first.');
        return answerJson({ id: made.id });
      },
    }),
    'tool-schedule-pause': ownerFunction({ ...common, run: async ({ id }) => answered(await schedules.pause(id)) }),
    'tool-schedule-renew': ownerFunction({ ...common, run: async ({ id }) => answered(await schedules.renew(id, clock.nowMs())) }),
    'tool-schedule-delete': ownerFunction({ ...common, run: async ({ id }) => answered(await schedules.remove(id)) }),
  };
}
