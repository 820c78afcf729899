import { attentionFrom } from '@castellan/probes/judgement';
import { isAtLeast } from '@castellan/probes/report';
import type { Live, LiveState } from '../../lib/live.ts';
import type { Figure } from '../apps/figure.ts';
import { listTargets, type TargetVerdict } from './job-client.ts';
import { liveAnswer } from './live-answer.ts';
import { groupTargets, type Target } from './posture.ts';

/** Milliseconds between two questions for the verdicts. */
export const verdictsEveryMs = 30_000;

const loading = { status: 'loading' } as const;

/** The one question of all who listen now. */
let shared: Live<readonly TargetVerdict[]> | undefined;
let listeners = 0;

/** What each tool last said of each target: asked once for all who listen, and forgotten with the last of them. */
export function liveVerdicts(): Live<readonly TargetVerdict[]> {
  return {
    read: () => shared?.read() ?? loading,
    subscribe: (listener) => {
      shared ??= liveAnswer(listTargets, verdictsEveryMs);
      listeners += 1;
      const stop = shared.subscribe(listener);
      return () => {
        stop();
        listeners -= 1;
        if (listeners === 0) shared = undefined;
      };
    },
    refresh: async () => {
      await shared?.refresh();
    },
  };
}

/** Every target with what was last said of it, the worst first. */
export default function liveTargets(): Live<readonly Target[]> {
  return told(liveVerdicts(), groupTargets);
}

/** A report tool's two figures: its targets, and those that want attention. */
export function reportMetrics(tool: string): Live<readonly [Figure, Figure]> {
  return told(liveVerdicts(), (verdicts) => metricsOf(verdicts.filter((verdict) => verdict.tool === tool)));
}

/** Of the newest verdict on each target of one tool. */
export function metricsOf(verdicts: readonly TargetVerdict[]): readonly [Figure, Figure] {
  const missing = 'no scan yet';
  if (verdicts.length === 0)
    return [
      { label: 'Targets', missing },
      { label: 'Want attention', missing },
    ];
  const wanting = verdicts.filter(({ worst }) => worst !== null && isAtLeast(worst, attentionFrom)).length;
  return [
    { label: 'Targets', value: verdicts.length.toLocaleString('en-GB') },
    { label: 'Want attention', value: wanting.toLocaleString('en-GB') },
  ];
}

/** What is live, as something else: the same answer for the same state. */
function told<Value, Other>(live: Live<Value>, project: (value: Value) => Other): Live<Other> {
  let known: { readonly of: LiveState<Value>; readonly state: LiveState<Other> } | undefined;
  return {
    ...live,
    read: () => {
      const of = live.read();
      if (known?.of !== of) known = { of, state: of.status === 'ready' ? { ...of, value: project(of.value) } : of };
      return known.state;
    },
  };
}
