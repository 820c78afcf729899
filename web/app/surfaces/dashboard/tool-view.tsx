import { ArrowSquareOutIcon } from '@castellan/icons/arrows/arrow-square-out';
import { type ComponentType, lazy, Suspense } from 'react';
import type { ToolManifest } from '../../../../tools/tool.ts';
import type { ToolView } from '../../../../tools/tool-live.ts';
import { PageHead } from '../../domains/owner-page/page-head.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Icon } from '../../ui/icon.tsx';
import { Waiting } from '../../ui/spinner.tsx';

/** A tool's view: its title with the way to its page, and what the tool brings, which comes after the first paint. */
export function toolViewOf({ id, title }: ToolManifest, { lead, load }: ToolView): ComponentType {
  const Body = lazy(load);
  return function ShownToolView() {
    return (
      <>
        <PageHead
          id={id}
          title={title}
          state={lead}
          tools={
            // biome-ignore lint/security/noBlankTarget: our own page; with its opener the new tab has this tab's session flag too.
            <a href={`/${id}`} target="_blank" rel="opener" className={`${buttonClass('primary')} page-action`}>
              Open <span className="page-action-words is-long">{title}</span>
              <Icon drawing={ArrowSquareOutIcon} label="in a new tab" />
            </a>
          }
        />
        <Suspense fallback={<Waiting label={`Loading ${title}`} className="min-h-40 text-2xl" />}>
          <Body />
        </Suspense>
      </>
    );
  };
}
