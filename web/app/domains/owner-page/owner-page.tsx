import { type ReactNode, useState } from 'react';
import { HeadSlotsContext, noSlots } from './head-slots.ts';
import { OwnerHead, type OwnerHeadProps } from './owner-head.tsx';

type OwnerPageProps = Omit<OwnerHeadProps, 'onSlots'> & { readonly children: ReactNode };

/**
 * The frame of a page of the owner's. What the page says of itself is data: the state line, the menu, the one action. A page whose records
 * are drawn in a root of their own says the rest from there (`PageStateFrom`, `PageToolsFrom`).
 */
export function OwnerPage({ children, ...head }: OwnerPageProps) {
  const [slots, setSlots] = useState(noSlots);
  return (
    <main id="main" className="owner-page">
      <OwnerHead {...head} onSlots={setSlots} />
      <HeadSlotsContext value={slots}>{children}</HeadSlotsContext>
    </main>
  );
}
