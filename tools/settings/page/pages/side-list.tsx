import { Link } from 'react-router';
import { type SettingSectionId, settingSections } from '../../../../web/app/domains/settings/sections.ts';
import { useNeeds } from './use-needs.ts';

/** The way to each page: beside it where there is room, and otherwise the page that the others lead back to. */
export function SideList({ current }: { readonly current: SettingSectionId | undefined }) {
  const needs = useNeeds();
  return (
    <nav aria-label="Sections" className="settings-list">
      <ul>
        {settingSections.map(({ id, title, summary }) => (
          <li key={id}>
            <Link to={`#${id}`} preventScrollReset aria-current={id === current ? 'page' : undefined} className="settings-link">
              <span className="settings-link-title">{title}</span>
              {needs[id] === undefined ? null : (
                <span className="settings-need">
                  <span aria-hidden="true">▲</span>
                  <span className="sr-only">, {needs[id]}</span>
                </span>
              )}
              <span aria-hidden="true" className="settings-link-summary">
                {summary}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
