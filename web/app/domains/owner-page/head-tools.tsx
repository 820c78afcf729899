import { use } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { HeadSlotsContext } from './head-slots.ts';
import { PageMenu } from './page-menu.tsx';
import type { PageAction, PageTools } from './page-tools.ts';

/** The right side of a page's head: its menu and its one action. */
export function HeadTools({ menu, action }: PageTools) {
  return (
    <>
      {menu === undefined ? null : <PageMenu offers={menu} />}
      {action === undefined ? null : (
        <Button
          {...(action.drawing === undefined ? {} : { icon: action.drawing })}
          busy={action.busy === true}
          className="page-action"
          onClick={action.onPress}
        >
          <span className={classNames('page-action-words', isLong(action) && 'is-long')}>{action.label}</span>
        </Button>
      )}
    </>
  );
}

/** Whether its words would leave no room for the title on a phone; without a drawing they stay. */
function isLong({ drawing, label }: PageAction): boolean {
  return drawing !== undefined && label.length > 6;
}

/** The same from within the page: for what is known there alone, as of records that are drawn in a root of their own. */
export function PageToolsFrom(tools: PageTools) {
  const { tools: slot } = use(HeadSlotsContext);
  return slot === null ? null : createPortal(<HeadTools {...tools} />, slot);
}
