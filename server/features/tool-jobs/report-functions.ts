import { createHash } from 'node:crypto';
import type { Clock } from '@castellan/foundation/clock';
import type { RandomBytes } from '@castellan/foundation/randomness';
import { addressBlock } from '@castellan/platform/core/address-block';
import { createAttemptWindow } from '@castellan/platform/core/attempt-window';
import type { SharedWindow } from '@castellan/platform/core/shared-windows';
import type { PlatformFunction } from '@castellan/platform/functions/functions-service';
import { stripReport } from '@castellan/probes/strip-report';
import { z } from 'zod';
import { answerJson, refuse, refuseToWait } from '../../functions/function-answers.ts';
import { ownerFunction } from '../../functions/owner-function.ts';
import { visitorFunction } from '../../functions/visitor-function.ts';
import type { Tool } from '../../tools/tool.ts';
import { describeTargets } from './describe-targets.ts';
import { toolSchema } from './job-functions.ts';
import type { JobStore } from './job-store.ts';

const ownerLimit = { limit: 240, windowMs: 60_000, capacity: 1 };
const visitorLimit = { limit: 60, windowMs: 60_000, capacity: 10_000 };

/** Tokens that open nothing, from one address block, over all servers. No token can be guessed; who tries all the same is stopped. */
export const missRules = { kind: 'shared-report', limit: 60, windowMs: 60_000, capacity: 10_000, block: 10 };

/** 32 random bytes in base64url. */
export const tokenPattern = /^[\w-]{43}$/;

const reportSchema = z.strictObject({ id: z.uuid() });

type Given = {
  readonly store: JobStore;
  readonly tools: readonly Tool[];
  /** Of the tools that have a page, by their ids. */
  readonly titles: ReadonlyMap<string, string>;
  readonly clock: Clock;
  /** Counts tokens that open nothing. */
  readonly misses: SharedWindow;
  readonly randomBytes: RandomBytes;
};

/**
 * What the owner does with reports, each by POST: `tool-targets` {}: what each tool last said of each target; `tool-report` {id};
 * `tool-report-preview` {id}: as others would see it; `tool-report-share` {id, days}: `{token}`, told once; `tool-report-unshare`
 * {id}: ends every link to it; `tool-report-example` {id, shown}; `tool-report-uses` {id}: `{links, example}`, what deleting it
 * would end; `tool-report-delete` {id}: with its links and the example made of it. Visitors read `shared-report` {token} and
 * `tool-example` {tool}, both without private addresses, banners, consent.
 */
export function createReportFunctions({
  tools,
  store,
  titles,
  clock,
  misses,
  randomBytes,
}: Given): Readonly<Record<string, PlatformFunction>> {
  const common = { limit: createAttemptWindow(clock, ownerLimit), body: reportSchema, expects: 'The field "id" must name a report.' };
  const visitors = { limit: createAttemptWindow(clock, visitorLimit), maxBodyBytes: 512 };
  return {
    'tool-targets': ownerFunction({
      ...common,
      body: z.strictObject({}),
      expects: 'The body must be an empty object.',
      run: async () => answerJson(describeTargets(await store.targets(), tools, titles)),
    }),
    'tool-report-uses': ownerFunction({ ...common, run: async ({ id }) => answered(await store.usesOf(id)) }),
    'tool-report-delete': ownerFunction({
      ...common,
      run: async ({ id }) => ((await store.deleteReport(id)) ? answerJson({ deleted: true }) : noReport()),
    }),
    'tool-report': ownerFunction({ ...common, run: async ({ id }) => answered(await store.report(id)) }),
    'tool-report-preview': ownerFunction({
      ...common,
      run: async ({ id }) => {
        const report = await store.report(id);
        return answered(report === undefined ? undefined : stripReport(report));
      },
    }),
    'tool-report-share': ownerFunction({
      ...common,
      body: z.strictObject({ id: z.uuid(), days: z.number().int().min(1).max(365) }),
      run: async ({ id, days }) => {
        if ((await store.report(id)) === undefined) return noReport();
        const token = Buffer.from(randomBytes(32)).toString('base64url');
        await store.share(hashOfToken(token), id, days);
        return answerJson({ token });
      },
    }),
    'tool-report-unshare': ownerFunction({
      ...common,
      run: async ({ id }) => {
        await store.unshare(id);
        return answerJson({ unshared: true });
      },
    }),
    'tool-report-example': ownerFunction({
      ...common,
      body: z.strictObject({ id: z.uuid(), shown: z.boolean() }),
      run: async ({ id, shown }) => {
        const report = await store.report(id);
        if (report === undefined) return noReport();
        await (shown ? store.setExample(report.tool, id, stripReport(report)) : store.clearExample(report.tool));
        return answerJson({ shown });
      },
    }),
    'shared-report': visitorFunction({
      ...visitors,
      body: z.strictObject({ token: z.string().regex(tokenPattern) }),
      expects: 'The field "token" must be the last part of a link.',
      run: async ({ token }, { requestContext }) => {
        const block = addressBlock(requestContext.address);
        const allowed = misses.look(block);
        const report = allowed.ok ? await store.shared(hashOfToken(token)) : undefined;
        if (report !== undefined) return answerJson(stripReport(report));
        const counted = allowed.ok ? await misses.reserve(block) : allowed;
        return counted.ok ? noReport() : refuseToWait('Too many links that open nothing.', counted.failure.waitSeconds);
      },
    }),
    'tool-example': visitorFunction({
      ...visitors,
      body: z.strictObject({ tool: toolSchema }),
      expects: 'The field "tool" must name a tool.',
      run: async ({ tool }) => answerJson({ report: (await store.example(tool)) ?? null }),
    }),
  };
}

function answered(report: object | undefined): Response {
  return report === undefined ? noReport() : answerJson(report);
}

function noReport(): Response {
  return refuse(404, 'report_unknown', 'This report does not exist. It may have been deleted.');
}

/** Only this is kept of a link. */
export function hashOfToken(token: string): Buffer {
  return createHash('sha256').update(`castellan tool report: ${token}`).digest();
}
