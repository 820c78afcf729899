import { type ReactNode, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { HeadSlotsContext, noSlots } from '../owner-page/head-slots.ts';
import type { OwnerHeadProps } from '../owner-page/owner-head.tsx';
import { ownersFrame } from '../owner-page/owners-frame.ts';
import { shownFrame } from '../owner-page/shown-frame.ts';

type ToolFrameProps = {
  readonly tool: { readonly id: string; readonly title: string; readonly isGame?: true };
  /** One line under the title. */
  readonly summary: ReactNode;
  /** What the owner's head says besides title and summary: the state line, the menu, the one action. */
  readonly owner?: Omit<OwnerHeadProps, 'tool' | 'note' | 'onSlots'> | undefined;
  readonly children: ReactNode;
};

/**
 * The frame of a tool's page that everyone may look at: for visitors within the site's own header and footer, for the owner with the head
 * of the owner's pages. What is in it stays while one takes the other's place. A page of the owner's alone has `OwnerPage`.
 */
export function ToolFrame({ tool, summary, owner, children }: ToolFrameProps) {
  const frame = useOwnersFrame(tool);
  const [slots, setSlots] = useState(noSlots);
  useLayoutEffect(() => {
    shownFrame.set(frame);
    return () => shownFrame.set(undefined);
  }, [frame]);
  return (
    <main
      id="main"
      className={frame === undefined ? classNames('page flex-1 pt-6 pb-16 md:pt-10', tool.isGame !== true && 'awaits-owner') : 'owner-page'}
    >
      {frame === undefined ? (
        <header className="border-b border-hairline pb-5">
          <h1 className="lettering text-2xl">{tool.title}</h1>
          <p className="mt-1 text-muted">{summary}</p>
        </header>
      ) : (
        <frame.Head tool={tool} note={summary} onSlots={setSlots} {...owner} />
      )}
      <HeadSlotsContext value={slots}>{children}</HeadSlotsContext>
    </main>
  );
}

/** The owner's frame for a tool, where the owner is here and the tool has it. */
export function useOwnersFrame({ isGame }: ToolFrameProps['tool']) {
  const frame = useSyncExternalStore(ownersFrame.subscribe, ownersFrame.get, () => undefined);
  return isGame === true ? undefined : frame;
}
