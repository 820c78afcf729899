import { severities } from '@castellan/probes/report';
import * as z from 'zod/mini';
import { callFunction, streamFunction } from '../../../web/app/lib/backend.ts';

const kevSchema = z.object({
  cve: z.string(),
  vendor: z.string(),
  product: z.string(),
  name: z.string(),
  addedOn: z.string(),
  dueOn: z.string(),
  action: z.string(),
  isUsedByRansomware: z.boolean(),
});

const itemSchema = z.object({
  id: z.string(),
  title: z.string(),
  affects: z.array(z.string()),
  fixedIn: z.array(z.string()),
  advisories: z.array(z.string()),
  kev: z.optional(kevSchema),
  ssvc: z.optional(
    z.object({
      exploitation: z.enum(['none', 'poc', 'active']),
      isAutomatable: z.boolean(),
      impact: z.enum(['partial', 'total']),
      assessedAt: z.string(),
    }),
  ),
  epss: z.optional(z.object({ probability: z.number(), percentile: z.number() })),
  isByName: z.optional(z.literal(true)),
  reason: z.string(),
});

const sourceSchema = z.object({
  id: z.enum(['kev', 'epss', 'feodo', 'urlhaus', 'osv', 'ssvc']),
  isOff: z.boolean(),
  size: z.number(),
  version: z.string(),
  confirmedAt: z.nullable(z.string()),
  isStale: z.boolean(),
  trouble: z.nullable(z.enum(['must_wait', 'source_failed', 'feed_malformed', 'feed_truncated', 'unreachable'])),
  nextAt: z.nullable(z.string()),
});

const severity = z.enum(severities);
const checkHead = { id: z.string(), title: z.string() };
const checkSchema = z.discriminatedUnion('state', [
  z.object({ ...checkHead, state: z.literal('passed') }),
  z.object({ ...checkHead, state: z.literal('failed'), severity }),
  z.object({ ...checkHead, state: z.literal('not_looked_at'), reason: z.string() }),
]);

const lookSchema = z.object({
  items: z.array(itemSchema),
  totals: z.object({ mine: z.number(), exploited: z.number(), due: z.number() }),
  exploitedOfMine: z.number(),
  /** Entries of CISA KEV that match by product name alone. */
  namedOfMine: z.number(),
  verdict: z.string(),
  standing: z.enum(['sound', 'wanting', 'open']),
  worst: z.nullable(severity),
  checks: z.array(checkSchema),
  today: z.string(),
  sources: z.array(sourceSchema),
  inventoryCount: z.number(),
  inventories: z.array(z.object({ id: z.string(), checkedAt: z.nullable(z.string()), vulnerable: z.number() })),
});

const searchSchema = z.object({
  read: z.array(z.string()),
  items: z.array(itemSchema),
  threats: z.array(
    z.object({
      source: z.enum(['feodo', 'urlhaus']),
      value: z.string(),
      about: z.string(),
      status: z.string(),
      firstSeen: z.string(),
      lastSeen: z.string(),
      reference: z.string(),
    }),
  ),
});

/** A vulnerability in its place, with the reason. */
export type Item = z.infer<typeof itemSchema>;

/** How a source stands. */
export type Source = z.infer<typeof sourceSchema>;

/** A piece of a list, and everything around it. */
export type Look = z.infer<typeof lookSchema>;

/** What a search found. */
export type Found = z.infer<typeof searchSchema>;

/** What can be listed: on the inventory, exploited, to be fixed from today on. */
export type ListName = 'mine' | 'exploited' | 'due';

/** Reads a piece of a list from what the server keeps. */
export function readThreats(list: ListName, most: number) {
  return callFunction('threat-look', { list, from: 0, most }, lookSchema);
}

/** Has the server ask the sources for which it is time; `asked`: also those that were asked lately. */
export function askSources(asked: boolean, onLine: (progress: Progress) => void, signal: AbortSignal) {
  return streamFunction('threat-refresh', { asked }, progressSchema, { onLine, signal });
}

const progressSchema = z.object({ done: z.number(), doing: z.string() });

/** How far asking is, from 0 to 1, and what is being asked. */
export type Progress = z.infer<typeof progressSchema>;

/** Searches what the server keeps. */
export function searchThreats(text: string) {
  return callFunction('threat-search', { text }, searchSchema);
}

/** Has the server ask for CISA's assessments, 50 at a time. */
export function askAssessments(cves: readonly string[]) {
  return callFunction(
    'threat-assess',
    { cves: cves.slice(0, 50) },
    z.object({ asked: z.number(), assessed: z.number(), hasFailed: z.boolean() }),
  );
}
