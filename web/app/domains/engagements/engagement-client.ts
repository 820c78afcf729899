import * as z from 'zod/mini';
import { callFunction } from '../../lib/backend.ts';

const portRange = z.tuple([z.number(), z.number()]);
const reachSchema = z.object({ ports: z.union([z.literal(['every', 'none']), z.array(portRange)]), below: z.boolean() });

const runSchema = z.object({
  id: z.uuid(),
  tool: z.string(),
  title: z.string(),
  target: z.string(),
  options: z.record(z.string(), z.unknown()),
  state: z.enum(['waiting', 'running', 'finished', 'failed', 'cancelled', 'interrupted']),
  failure: z.nullable(z.string()),
  askedAt: z.string(),
  endedAt: z.nullable(z.string()),
  verdict: z.nullable(z.string()),
  mark: z.nullable(z.string()),
  counts: z.nullable(z.record(z.string(), z.number())),
  schemaVersion: z.nullable(z.number()),
  startedAt: z.nullable(z.string()),
  durationMs: z.nullable(z.number()),
  /** Of the newest of its tool and target: the report before it. */
  before: z.nullable(z.uuid()),
  reach: reachSchema,
});

/** A run of an engagement, as the server tells of it. */
export type EngagementRun = Readonly<z.infer<typeof runSchema>>;

/** What a run would touch at its target, and the target in its normal spelling. Nothing is sent there. */
export function readReach(run: { readonly tool: string; readonly target: string; readonly options: Readonly<Record<string, unknown>> }) {
  return callFunction('tool-job-reach', run, z.object({ target: z.string(), reach: reachSchema }));
}

/** Puts a run into an engagement, or (`null`) into none. */
export function moveRun(id: string, engagement: string | null) {
  return callFunction('tool-job-move', { id, engagement }, z.object({ done: z.literal(true) }));
}

/** So many runs of an engagement the server tells of at most: the newest. */
export const mostRuns = 2000;

/** The runs of an engagement, the newest first. */
export function listRuns(engagement: string) {
  return callFunction('tool-engagement-runs', { engagement }, z.readonly(z.array(runSchema)));
}
