import { severities } from '@castellan/probes/report';
import * as z from 'zod/mini';
import { callFunction, streamFunction } from '../../lib/backend.ts';
import { reportShape } from './report-shape.ts';

const jobSchema = z.object({
  id: z.uuid(),
  tool: z.string(),
  target: z.string(),
  options: z.record(z.string(), z.unknown()),
  state: z.enum(['waiting', 'running', 'finished', 'failed', 'cancelled', 'interrupted']),
  done: z.number(),
  doing: z.string(),
  failure: z.nullable(z.string()),
  askedAt: z.string(),
  verdict: z.nullable(z.string()),
  mark: z.nullable(z.string()),
  /** What the tool's page draws while it runs: each tool's to read. */
  seen: z.unknown(),
  /** The random id of the engagement that it belongs to. */
  engagement: z.optional(z.nullable(z.uuid())),
});

/** A job of a tool's, as the server tells of it. */
export type ToolJob = Readonly<z.infer<typeof jobSchema>>;

const targetSchema = z.object({
  target: z.string(),
  host: z.string(),
  /** Where it is not the tool's own. */
  port: z.nullable(z.number()),
  tool: z.string(),
  title: z.string(),
  id: z.uuid(),
  madeAt: z.string(),
  verdict: z.string(),
  mark: z.nullable(z.string()),
  worst: z.nullable(z.enum(severities)),
  /** Whether what everything rests on was not seen: it is neither sound nor wanting. */
  isOpen: z.optional(z.boolean()),
});

/** What a tool last said of a target: the head of its newest report, with the severity of the worst finding. */
export type TargetVerdict = Readonly<z.infer<typeof targetSchema>>;

const done = z.record(z.string(), z.unknown());

/** Begins a job. */
export function startJob(job: {
  readonly tool: string;
  readonly target: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly authorised: boolean;
  /** The id of the engagement that it belongs to, or of none. */
  readonly engagement: string | null;
}) {
  return callFunction('tool-job-start', job, z.object({ id: z.uuid(), target: z.string() }));
}

/** The tools that take a target, each with the target as it takes it. Nothing is sent to it. */
export function listToolsFor(target: string) {
  const toolSchema = z.object({ id: z.string(), title: z.string(), isActive: z.boolean(), target: z.string() });
  return callFunction('tool-job-tools', { target }, z.readonly(z.array(toolSchema)));
}

/** What each tool last said of each target, the newest first. */
export function listTargets() {
  return callFunction('tool-targets', {}, z.readonly(z.array(targetSchema)));
}

/** The newest jobs of a tool. */
export function listJobs(tool: string) {
  return callFunction('tool-job-list', { tool }, z.readonly(z.array(jobSchema)));
}

/** Follows a job until it has ended, or the signal fires. */
export function watchJob(id: string, onLine: (job: ToolJob) => void, signal: AbortSignal) {
  return streamFunction('tool-job-watch', { id }, jobSchema, { onLine, signal });
}

/** Asks that a job be cancelled. */
export function cancelJob(id: string) {
  return callFunction('tool-job-cancel', { id }, done);
}

/** The report of a finished job. */
export function readReport(id: string) {
  return callFunction('tool-report', { id }, reportShape);
}

/** The report as others would see it. */
export function previewReport(id: string) {
  return callFunction('tool-report-preview', { id }, reportShape);
}

/** Makes a link to a report. Its token is told this once. */
export function shareReport(id: string, days: number) {
  return callFunction('tool-report-share', { id, days }, z.object({ token: z.string() }));
}

/** Ends every link to a report. */
export function unshareReport(id: string) {
  return callFunction('tool-report-unshare', { id }, done);
}

/** Shows a report to visitors of its tool's page, or no report any more. */
export function setExample(id: string, shown: boolean) {
  return callFunction('tool-report-example', { id, shown }, done);
}

/** How many links lead to a report, and whether visitors see it as the example. */
export function readReportUses(id: string) {
  return callFunction('tool-report-uses', { id }, z.object({ links: z.number(), example: z.boolean() }));
}

/** Deletes a report, the links to it, and the example made of it. */
export function deleteReport(id: string) {
  return callFunction('tool-report-delete', { id }, done);
}
