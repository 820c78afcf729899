import type { Live } from '../../lib/live.ts';
import { listTargets } from './job-client.ts';
import { liveAnswer } from './live-answer.ts';
import { verdictsEveryMs } from './live-targets.ts';
import { addressOfJob } from './report-address.ts';

type Found = { readonly id: string; readonly title: string; readonly note: string; readonly to: string };

/** The last report of each tool on each target, as the palette finds it. */
export default function targetRecords(): Live<readonly Found[]> {
  return liveAnswer(async () => {
    const listed = await listTargets();
    if (!listed.ok) return listed;
    const value = listed.value.map(({ tool, title, target, mark, verdict, id }) => ({
      id: `${tool}:${target}`,
      title: target,
      note: [title, mark, verdict].filter((part) => part !== null).join(' · '),
      to: addressOfJob(tool, id),
    }));
    return { ok: true, value };
  }, verdictsEveryMs);
}
