import { ArrowLeftIcon } from '@castellan/icons/arrows/arrow-left';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon } from '../../ui/icon.tsx';

export type ToolFrameProps = {
  readonly tool: { readonly title: string; readonly audience: 'public' | 'look' | 'owner' };
  /** The dashboard's view that it is opened from; the one with all apps unless it has its own. */
  readonly view?: string;
  /** One line under the title. */
  readonly summary: ReactNode;
  /** Of a tool with the owner's records: `WhatIsSealed`, under the summary. */
  readonly kept?: ReactNode;
  /** Beside the title: buttons, or a search. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
};

/**
 * The frame of a tool's page: title, summary and what stands beside them. A page that everyone may look at stands within the
 * site's own header and footer; an owner's page has the way back to the dashboard. It brings nothing of the records: `ToolPage` does.
 */
export function ToolFrame({ tool: { title, audience }, view = 'super-apps', summary, kept, actions, children }: ToolFrameProps) {
  const isOwners = audience === 'owner';
  return (
    <main id="main" className={isOwners ? 'mx-auto max-w-page px-4 pt-4 pb-16 sm:px-6' : 'page flex-1 pt-6 pb-16 md:pt-10'}>
      <header className="border-b border-hairline pb-5">
        {isOwners ? (
          <Link to={`/dashboard#${view}`} className="target inline-flex items-center gap-2 text-sm text-muted no-underline hover:text-ink">
            <Icon drawing={ArrowLeftIcon} />
            Dashboard
          </Link>
        ) : null}
        <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
          <div>
            <h1 className="lettering text-2xl">{title}</h1>
            <p className="mt-1 text-muted">{summary}</p>
          </div>
          {actions}
        </div>
        {kept}
      </header>
      {children}
    </main>
  );
}
