import { type ReactNode, useMemo, useState } from 'react';
import type { DeclaredCollection } from '../records/declared-collection.ts';
import { HeadSlotsContext } from './head-slots.ts';
import { HeadState, type PageState } from './head-state.tsx';
import { HeadTools } from './head-tools.tsx';
import { PageHead } from './page-head.tsx';
import type { PageTools } from './page-tools.ts';
import { SealedState } from './sealed-state.tsx';

type OwnerPageProps = PageState &
  PageTools & {
    readonly tool: { readonly id: string; readonly title: string };
    /** A few words for the state line: the day, or what the page is for. On a phone they are left out. */
    readonly note?: string | undefined;
    /** The collections that the page keeps: the state line says whether they are sealed. */
    readonly keeps?: readonly DeclaredCollection[] | undefined;
    /** What stands before the menu: a search. */
    readonly beside?: ReactNode;
    readonly children: ReactNode;
  };

/**
 * The frame of a page of the owner's. What the page says of itself is data: the state line, the menu, the one action. A page whose records
 * are drawn in a root of their own says the rest from there (`PageStateFrom`, `PageToolsFrom`).
 */
export function OwnerPage({ tool, note, keeps, beside, sample, records, isVaultOpen, menu, action, children }: OwnerPageProps) {
  const [state, setState] = useState<HTMLElement | null>(null);
  const [tools, setTools] = useState<HTMLElement | null>(null);
  const slots = useMemo(() => ({ state, tools }), [state, tools]);
  // The sample is begun and left in the menu too.
  const offers = sample === undefined ? menu : { ...menu, sample };
  return (
    <main id="main" className="owner-page">
      <PageHead
        id={tool.id}
        title={tool.title}
        state={
          <>
            <HeadState sample={sample} records={records} isVaultOpen={isVaultOpen} />
            <span ref={setState} className="page-slot" />
            {keeps === undefined ? null : <SealedState of={keeps} />}
            {note === undefined ? null : <span className="page-note">{note}</span>}
          </>
        }
        tools={
          <>
            {beside}
            <HeadTools menu={offers} action={action} />
            <span ref={setTools} className="page-slot" />
          </>
        }
      />
      <HeadSlotsContext value={slots}>{children}</HeadSlotsContext>
    </main>
  );
}
