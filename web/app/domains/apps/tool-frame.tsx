import type { ReactNode } from 'react';

type ToolFrameProps = {
  readonly tool: { readonly title: string };
  /** One line under the title. */
  readonly summary: ReactNode;
  /** Of a tool with the owner's records: `WhatIsSealed`, under the summary. */
  readonly kept?: ReactNode;
  /** Beside the title: buttons, or a search. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
};

/** The frame of a tool's page that everyone may look at, within the site's own header and footer. A page of the owner's alone has `OwnerPage`. */
export function ToolFrame({ tool: { title }, summary, kept, actions, children }: ToolFrameProps) {
  return (
    <main id="main" className="page flex-1 pt-6 pb-16 md:pt-10">
      <header className="border-b border-hairline pb-5">
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
