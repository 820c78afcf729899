import { severities } from '@castellan/probes/report';
import { placeOfTarget } from '@castellan/probes/target-place';
import type { Tool } from '../../tools/tool.ts';
import type { TargetRow } from './job-store.ts';

/**
 * Verdicts for the page, of the tools that have one: with the host that the target is at, the port where it is not the tool's own, and
 * the severity of the worst finding (null where there is none) and whether it was open. `rows` are the newest first: of two spellings of one place the later
 * report counts.
 */
export function describeTargets(rows: readonly TargetRow[], tools: readonly Tool[], titles: ReadonlyMap<string, string>) {
  const ports = new Map(tools.map(({ id, probe }) => [id, probe?.defaultPort]));
  const told = new Set<string>();
  return rows.flatMap(({ counts, ...row }) => {
    const title = titles.get(row.tool);
    const place = placeOfTarget(row.target, ports.get(row.tool));
    const key = JSON.stringify([row.tool, place]);
    if (title === undefined || told.has(key)) return [];
    told.add(key);
    const worst = severities.findLast((severity) => counts[severity] > 0) ?? null;
    return [{ ...row, ...place, title, worst, isOpen: (counts.open ?? 0) > 0 }];
  });
}
