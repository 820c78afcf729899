import { cleanText } from '@castellan/exports/plain-text';
import type { Tool } from '../../tools/tool.ts';
import type { JobStore } from './job-store.ts';

/** Tells the owner through the bell what a kept report lists that no earlier one on the same target did. A first report tells nothing. */
export async function announceFresh(
  store: Pick<JobStore, 'freshEntries' | 'notify'>,
  tool: Pick<Tool, 'id' | 'watched'>,
  job: { readonly id: string; readonly target: string },
): Promise<void> {
  const { watched } = tool;
  if (watched === undefined) return;
  const fresh = await store.freshEntries(job.id, watched);
  if (fresh.length === 0) return;
  const { title, message } = watched.announce(
    fresh.map((entry) => cleanText(entry)),
    job.target,
  );
  const link = `/${tool.id}#job=${job.id}`;
  await store.notify({ title, message, link, metadata: { tool: tool.id, target: job.target, report: job.id, fresh: fresh.length } });
}
