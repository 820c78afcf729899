import { ArrowSquareOutIcon } from '@castellan/icons/arrows/arrow-square-out';
import { type ComponentType, lazy, Suspense } from 'react';
import type { ToolManifest } from '../../../../tools/tool.ts';
import type { ToolView } from '../../../../tools/tool-live.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { Icon } from '../../ui/icon.tsx';
import { Waiting } from '../../ui/spinner.tsx';

/** A tool's view: its title with the way to its page, and what the tool brings, which comes after the first paint. */
export function toolViewOf({ id, title }: ToolManifest, { lead, load }: ToolView): ComponentType {
  const Body = lazy(load);
  return function ShownToolView() {
    return (
      <>
        <header className="flex flex-wrap items-end justify-between gap-4 border-b border-hairline pb-6">
          <div>
            <h1 className="lettering text-2xl">{title}</h1>
            <p className="mt-1 text-muted">{lead}</p>
          </div>
          {/* biome-ignore lint/security/noBlankTarget: our own page; with its opener the new tab has this tab's session flag too. */}
          <a href={`/${id}`} target="_blank" rel="opener" className={buttonClass('primary')}>
            Open {title}
            <Icon drawing={ArrowSquareOutIcon} label="in a new tab" />
          </a>
        </header>
        <Suspense fallback={<Waiting label={`Loading ${title}`} className="min-h-40 text-2xl" />}>
          <Body />
        </Suspense>
      </>
    );
  };
}
