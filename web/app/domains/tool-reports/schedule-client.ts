import * as z from 'zod/mini';
import { callFunction } from '../../lib/backend.ts';
import type { RunOptions } from './report-tool.ts';

const scheduleSchema = z.object({
  id: z.uuid(),
  tool: z.string(),
  target: z.string(),
  options: z.record(z.string(), z.unknown()),
  every: z.enum(['daily', 'weekly']),
  nextAt: z.string(),
  endsAt: z.string(),
  paused: z.nullable(z.enum(['owner', 'age', 'refused'])),
  pauseNote: z.nullable(z.string()),
});

/** Runs of a tool that repeat by themselves, as the server tells of them. */
export type Schedule = Readonly<z.infer<typeof scheduleSchema>>;

/** What is to be repeated. */
export type ScheduleWish = Pick<Schedule, 'tool' | 'target' | 'every'> & { readonly options: RunOptions };

const done = z.object({ done: z.literal(true) });

/** The schedules of a tool, by target. */
export function listSchedules(tool: string) {
  return callFunction('tool-schedule-list', { tool }, z.readonly(z.array(scheduleSchema)));
}

/** Makes the schedule of a tool and target, in the place of the one that they have. The first run is one period from now. */
export function setSchedule({ tool, target, options, every }: ScheduleWish) {
  return callFunction('tool-schedule-set', { tool, target, options, every, authorised: false }, z.object({ id: z.uuid() }));
}

/** Has it run no more until it is renewed. */
export function pauseSchedule(id: string) {
  return callFunction('tool-schedule-pause', { id }, done);
}

/** Has it run again, for 90 days from now. */
export function renewSchedule(id: string) {
  return callFunction('tool-schedule-renew', { id }, done);
}

/** Deletes it. Its reports stay. */
export function deleteSchedule(id: string) {
  return callFunction('tool-schedule-delete', { id }, done);
}
