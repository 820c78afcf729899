import { type SyntheticEvent, useState } from 'react';

type Tip = { readonly text: string; readonly topPx: number };

/** The words of what is pointed at or has the focus, by its `data-tip`, and how far from the window's top they belong. */
export function useTip() {
  const [tip, setTip] = useState<Tip>();
  const show = ({ target }: SyntheticEvent) => {
    const item = target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null;
    const text = item?.dataset['tip'];
    if (item === null || text === undefined) return setTip(undefined);
    const { top, height } = item.getBoundingClientRect();
    setTip({ text, topPx: top + height / 2 - 15 });
  };
  const hide = () => setTip(undefined);
  return { tip, listen: { onPointerOver: show, onPointerLeave: hide, onFocus: show, onBlur: hide, onClick: hide } };
}
