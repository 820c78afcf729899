import type { CaptureTaker, TakenKind } from './capture-taker.ts';

// The one list of the tools that make records out of captures, each fetched when something for it waits. Notes the inbox takes itself.
const takers: { readonly [Kind in TakenKind]: () => Promise<{ readonly default: () => CaptureTaker<Kind> }> } = {
  task: () => import('../../../../../tools/productivity/page/live/take-task.ts'),
  habit: () => import('../../../../../tools/habit-forge/page/live/take-mark.ts'),
  expense: () => import('../../../../../tools/wealth-ai/page/live/take-expense.ts'),
  health: () => import('../../../../../tools/health-matrix/page/live/take-value.ts'),
};

/** What makes a record out of a capture of this kind; `undefined` where it cannot be fetched. */
export async function openTaker<Kind extends TakenKind>(kind: Kind): Promise<CaptureTaker<Kind> | undefined> {
  return takers[kind]().then(
    ({ default: make }) => make(),
    () => undefined,
  );
}

/** The names of what can be measured; none where they cannot be fetched. */
export async function loadMeasures(): Promise<readonly string[]> {
  return import('../../../../../tools/health-matrix/page/metrics.ts').then(
    ({ metrics }) => metrics.map(({ title }) => title),
    () => [],
  );
}
