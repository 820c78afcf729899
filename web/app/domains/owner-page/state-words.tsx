import { type ReactNode, use } from 'react';
import { createPortal } from 'react-dom';
import { HeadSlotsContext } from './head-slots.ts';

/** Words for the state line of the page around, from within the page. */
export function StateWords({ children }: { readonly children: ReactNode }) {
  const { state } = use(HeadSlotsContext);
  return state === null ? null : createPortal(children, state);
}
