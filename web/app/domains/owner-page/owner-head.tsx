import { type ReactNode, useLayoutEffect, useState } from 'react';
import type { DeclaredCollection } from '../records/declared-collection.ts';
import { AsOfOpening } from './as-of.tsx';
import { type HeadSlots, noSlots } from './head-slots.ts';
import { HeadState, type PageState } from './head-state.tsx';
import { HeadTools } from './head-tools.tsx';
import { PageHead } from './page-head.tsx';
import type { PageTools } from './page-tools.ts';
import { SealedState } from './sealed-state.tsx';

/** What the head of an owner's page says, as data. */
export type OwnerHeadProps = PageState &
  PageTools & {
    readonly tool: { readonly id: string; readonly title: string };
    /** A few words for the state line: the day, or what the page is for. On a phone they are left out. */
    readonly note?: ReactNode;
    /** The collections that the page keeps: the state line says whether they are sealed. */
    readonly keeps?: readonly DeclaredCollection[] | undefined;
    /** What stands before the menu: a search. */
    readonly beside?: ReactNode;
    /** Is told where the page may say more, and when the head goes. The same function each time. */
    readonly onSlots: (slots: HeadSlots) => void;
  };

/** The head of an owner's page, with room for what is known only within the page. */
export function OwnerHead({ tool, note, keeps, beside, sample, records, isVaultOpen, menu, action, onSlots }: OwnerHeadProps) {
  const [state, setState] = useState<HTMLElement | null>(null);
  const [tools, setTools] = useState<HTMLElement | null>(null);
  useLayoutEffect(() => {
    onSlots({ state, tools });
    return () => onSlots(noSlots);
  }, [state, tools, onSlots]);
  // The sample is begun and left in the menu too.
  const offers = sample === undefined ? menu : { ...menu, sample };
  return (
    <PageHead
      id={tool.id}
      title={tool.title}
      state={
        <>
          <AsOfOpening />
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
  );
}
