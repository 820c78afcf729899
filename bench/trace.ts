import type { Browser, Page } from '@playwright/test';

/** A stretch of work on a thread: when it was, and how long the thread had the processor in it, on a machine that others share. */
export type Stretch = {
  readonly name: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly cpuMs: number;
  readonly type: string | undefined;
};

/** The threads that a trace tells of: the page's own, and those of its Workers. */
export type Trace = { readonly page: readonly Stretch[]; readonly workers: readonly Stretch[] };

type RawEvent = {
  readonly name: string;
  readonly ph: string;
  readonly ts: number;
  readonly dur?: number;
  /** By the thread's own clock, which stands still while another one has the processor. */
  readonly tts?: number;
  readonly tdur?: number;
  readonly pid: number;
  readonly tid: number;
  readonly args?: { readonly name?: string; readonly data?: { readonly type?: string } };
};

const categories = ['devtools.timeline', 'disabled-by-default-devtools.timeline', '__metadata'];

/** Has Chromium write down what its threads do meanwhile, and reads it. */
export async function traceWhile(browser: Browser, page: Page, act: () => Promise<void>): Promise<Trace> {
  await browser.startTracing(page, { categories });
  await act();
  const written = JSON.parse((await browser.stopTracing()).toString('utf8')) as { readonly traceEvents: readonly RawEvent[] };
  const threads = new Map<string, { name: string; readonly events: RawEvent[] }>();
  for (const event of written.traceEvents) {
    const key = `${event.pid} ${event.tid}`;
    const thread = threads.get(key) ?? { name: '', events: [] };
    threads.set(key, thread);
    if (event.name === 'thread_name') thread.name = event.args?.name ?? '';
    else thread.events.push(event);
  }
  const named = (name: RegExp) => [...threads.values()].filter((thread) => name.test(thread.name)).map(({ events }) => stretchesOf(events));
  // Chromium keeps processes ready that show nothing: the page's is the one where most happened.
  const [page_ = []] = named(/^CrRendererMain$/).sort((one, other) => other.length - one.length);
  return { page: page_, workers: named(/^DedicatedWorker/).flat() };
}

/** The outermost stretches with these names, oldest first: what lies within another one counts once. */
export function outermost(stretches: readonly Stretch[], names: readonly string[]): readonly Stretch[] {
  let endMs = Number.NEGATIVE_INFINITY;
  return stretches
    .filter(({ name }) => names.includes(name))
    .filter((stretch) => {
      if (stretch.startMs < endMs) return false;
      endMs = stretch.endMs;
      return true;
    });
}

/** The value that so many of 1 are at or below. */
export function shareOf(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Complete events, and pairs of begin and end, in order. */
function stretchesOf(events: readonly RawEvent[]): readonly Stretch[] {
  const open = new Map<string, RawEvent[]>();
  const stretches: Stretch[] = [];
  for (const event of events.toSorted((one, other) => one.ts - other.ts)) {
    const type = event.args?.data?.type;
    const { name, ph, ts, dur = 0, tdur = dur } = event;
    if (ph === 'X') stretches.push({ name, startMs: ts / 1000, endMs: (ts + dur) / 1000, cpuMs: tdur / 1000, type });
    if (ph === 'B') open.set(name, [...(open.get(name) ?? []), event]);
    const begun = ph === 'E' ? open.get(name)?.pop() : undefined;
    if (begun === undefined) continue;
    const cpuMs = ((event.tts ?? ts) - (begun.tts ?? begun.ts)) / 1000;
    stretches.push({ name, startMs: begun.ts / 1000, endMs: ts / 1000, cpuMs, type: begun.args?.data?.type });
  }
  return stretches.toSorted((one, other) => one.startMs - other.startMs || other.endMs - one.endMs);
}
