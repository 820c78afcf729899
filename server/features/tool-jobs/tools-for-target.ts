import { prepareRun, type Tool } from '../../tools/tool.ts';

/** A tool that takes a target, and the target as it takes it. */
export type ToolForTarget = { readonly id: string; readonly title: string; readonly isActive: boolean; readonly target: string };

/**
 * The tools that a target can be handed to: as it stands, or else by its host alone. Nothing is sent. Tools without a page
 * are left out; `titles` has those that have one, by their ids.
 */
export function toolsForTarget(target: string, tools: readonly Tool[], titles: ReadonlyMap<string, string>): readonly ToolForTarget[] {
  const spellings = [target, ...hostsOf(target)];
  return tools.flatMap(({ id, probe }) => {
    const title = titles.get(id);
    if (probe === undefined || title === undefined) return [];
    const taken = spellings.find((spelling) => prepareRun(probe, spelling, {}).ok);
    return taken === undefined ? [] : [{ id, title, isActive: probe.isActive, target: taken }];
  });
}

/** The host of an address or of `host:port`; none where a target names several. */
function hostsOf(target: string): readonly string[] {
  if (/[\s,]/.test(target)) return [];
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(target) ? target : `tcp://${target}`;
  if (!URL.canParse(address)) return [];
  const { hostname } = new URL(address);
  return hostname === '' ? [] : [hostname];
}
