import type { Setting } from '../../../../web/app/domains/settings/registry.ts';
import { settingSections } from '../../../../web/app/domains/settings/sections.ts';
import { SettingRow } from '../setting-row.tsx';

/** What a search found, under the names of its pages; each setting works where it stands. */
export function FoundSettings({ found }: { readonly found: readonly Setting[] }) {
  if (found.length === 0) return <p className="py-16 text-center text-muted">No setting matches your search.</p>;
  return settingSections.map(({ id, title }) => {
    const rows = found.filter(({ section }) => section === id);
    if (rows.length === 0) return null;
    return (
      <section key={id} aria-labelledby={`${id}-found`} className="settings-section">
        <h2 id={`${id}-found`} className="lettering settings-heading">
          {title}
        </h2>
        {rows.map((setting) => (
          <SettingRow key={setting.id} setting={setting} marked={false} />
        ))}
      </section>
    );
  });
}
