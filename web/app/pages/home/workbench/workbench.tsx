import { useEffect, useRef } from 'react';
import { toolPlates } from '../../../../../tools/plate-registry.ts';
import type { LivePlate } from '../../../../../tools/tool-plate.ts';
import { classNames } from '../../../ui/class-names.ts';
import { SectionFrame } from '../section-frame.tsx';
import { DesktopPlate, GamePlates, PromptPlates } from './fixed-plates.tsx';
import type { PlateData } from './load-plates.ts';
import type { PromptLines } from './prompt-lines.ts';
import { RecordSheet } from './record-sheet.tsx';

type WorkbenchProps = { readonly plates: PlateData; readonly prompts: PromptLines };

/** What of this site works in the page at once: plates of the tools, then the desktop, the games and the terminals. */
export function Workbench({ plates, prompts }: WorkbenchProps) {
  const bench = useRef<HTMLDivElement>(null);
  // Drawn in the browser the plates answer by themselves; as the server drew them they wait to be woken.
  useEffect(() => {
    if (bench.current !== null) bench.current.dataset['live'] = '';
  }, []);
  const live = toolPlates.filter((plate): plate is LivePlate => plate.kind === 'live' && Object.hasOwn(plates.live, plate.tool.id));
  const has = (place: LivePlate['place']) => live.some((plate) => plate.place === place);
  const isAlone = has('wide') !== has('narrow');
  const hasGames = plates.games.length > 0;
  return (
    <SectionFrame id="workbench" title="Workbench" aside="Instruments that work here and now. No account is needed.">
      <div ref={bench} className="bench">
        {live.map(({ tool, place, Plate }) => (
          <div key={tool.id} data-plate={tool.id} className={`bench-${isAlone && place !== 'lead' ? 'lead' : place}-cell`}>
            <Plate data={plates.live[tool.id]} />
          </div>
        ))}
        <RecordSheet records={plates.records} />
        <DesktopPlate className={classNames('bench-plate', hasGames ? 'bench-narrow-cell' : 'bench-lead-cell')} />
        {hasGames ? <GamePlates ids={plates.games} /> : null}
        <PromptPlates {...prompts} />
      </div>
    </SectionFrame>
  );
}
