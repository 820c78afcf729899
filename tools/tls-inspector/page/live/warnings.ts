import type { ToolWarning } from '../../../../web/app/domains/overview/needs-you.ts';
import { liveVerdicts } from '../../../../web/app/domains/tool-reports/live-targets.ts';
import { deferLive } from '../../../../web/app/lib/defer-live.ts';
import type { Live } from '../../../../web/app/lib/live.ts';
import { tlsInspector } from '../../manifest.ts';

const nothing = { status: 'ready', value: [], stale: false } as const;

/** The certificates that end soon. Reports are read once there is one: the overview of whoever has none does without. */
export default function certificateWarnings(): Live<readonly ToolWarning[]> {
  const verdicts = liveVerdicts();
  const read = () => {
    const state = verdicts.read();
    if (state.status !== 'ready') return state;
    if (state.value.some(({ tool }) => tool === tlsInspector.id)) return 'open';
    return state.stale ? ({ status: 'failed' } as const) : nothing;
  };
  const warnings = deferLive<readonly ToolWarning[]>({ read, subscribe: verdicts.subscribe }, () => import('./open-warnings.ts'));
  return {
    ...warnings,
    refresh: async () => {
      await verdicts.refresh();
      await warnings.refresh();
    },
  };
}
