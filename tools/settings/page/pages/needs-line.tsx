import { use } from 'react';
import { createPortal } from 'react-dom';
import { HeadSlotsContext } from '../../../../web/app/domains/owner-page/head-slots.ts';
import { settingSections } from '../../../../web/app/domains/settings/sections.ts';
import { useNeeds } from './use-needs.ts';

/** In the page's state line: which pages want something, each as the way there. */
export function NeedsLine() {
  const { state } = use(HeadSlotsContext);
  const needs = useNeeds();
  if (state === null) return null;
  return createPortal(
    settingSections.flatMap(({ id, title }) =>
      needs[id] === undefined
        ? []
        : [
            <span key={id} className="settings-needs">
              <span aria-hidden="true">▲ </span>
              {`${title}: ${needs[id]}`}
            </span>,
          ],
    ),
    state,
  );
}
