import { lazy, useEffect, useRef } from 'react';
import { LazySection } from '../lazy-section.tsx';
import type { PlateData } from './load-plates.ts';
import type { PromptLines } from './prompt-lines.ts';
import { wakeOnPress } from './wake-on-press.ts';

const Workbench = lazy(() => import('./workbench.tsx').then((file) => ({ default: file.Workbench })));

/** The workbench as the server drew it. Its code comes with the first press on a plate. */
export function WorkbenchSlot({ plates, prompts }: { readonly plates: PlateData; readonly prompts: PromptLines }) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => (element.current === null ? undefined : wakeOnPress(element.current, plates.live)), [plates]);
  return (
    <div ref={element}>
      <LazySection name="workbench">
        <Workbench plates={plates} prompts={prompts} />
      </LazySection>
    </div>
  );
}
