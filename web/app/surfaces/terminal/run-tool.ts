import type { SiteWorld } from './site-world.ts';

/** Runs a tool for the owner. What only the owner does is fetched when it is done. */
export const runTool: NonNullable<SiteWorld['runTool']> = async (tool, target) => {
  const { beginRun } = await import('../../domains/tool-reports/begin-run.ts');
  return beginRun(tool, target);
};
