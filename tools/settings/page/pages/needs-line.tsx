import { StateWords } from '../../../../web/app/domains/owner-page/state-words.tsx';
import { settingSections } from '../../../../web/app/domains/settings/sections.ts';
import { useNeeds } from './use-needs.ts';

/** In the page's state line: which pages want something of the owner. */
export function NeedsLine() {
  const needs = useNeeds();
  return (
    <StateWords>
      {settingSections.map(({ id, title }) =>
        needs[id] === undefined ? null : (
          <span key={id} className="settings-needs">
            <span aria-hidden="true">▲ </span>
            {`${title}: ${needs[id]}`}
          </span>
        ),
      )}
    </StateWords>
  );
}
