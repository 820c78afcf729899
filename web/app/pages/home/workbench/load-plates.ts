import { toolPlates } from '../../../../../tools/plate-registry.ts';
import { tools } from '../../../../../tools/registry.ts';
import type { ToolManifest } from '../../../../../tools/tool.ts';
import type { PlateSite, RecordedReport, ToolPlate } from '../../../../../tools/tool-plate.ts';

/** What each plate is given, by its tool's id: as it goes to the browser. */
export type PlateData = {
  readonly live: Readonly<Record<string, unknown>>;
  readonly records: Readonly<Record<string, RecordedReport>>;
  readonly games: readonly string[];
};

/**
 * Has every plate load what it shows; one that cannot is left out, and the rest of the page stands.
 * @param site - What the plates are told of the site.
 * @param plates - Only those of tools that visitors may see count.
 * @param registered - The tools there are.
 */
export async function loadPlates(
  site: PlateSite,
  plates: readonly ToolPlate[] = toolPlates,
  registered: readonly Pick<ToolManifest, 'id' | 'audience'>[] = tools,
): Promise<PlateData> {
  const isShown = ({ tool }: ToolPlate) => registered.some(({ id, audience }) => id === tool.id && audience !== 'owner');
  const live: Record<string, unknown> = {};
  const records: Record<string, RecordedReport> = {};
  const shown = plates.filter(isShown);
  await Promise.allSettled(
    shown.map(async (plate) => {
      if (plate.kind === 'live') live[plate.tool.id] = await plate.load(site);
      if (plate.kind === 'record') records[plate.tool.id] = await plate.load();
    }),
  );
  return { live, records, games: shown.flatMap(({ kind, tool }) => (kind === 'game' ? [tool.id] : [])) };
}
