import { settings } from '../../../../web/app/domains/settings/registry.ts';
import { type SettingSectionId, settingSections } from '../../../../web/app/domains/settings/sections.ts';
import { SettingRow } from '../setting-row.tsx';
import { PageVerdict } from './page-verdict.tsx';

type SettingsSheetProps = {
  readonly page: SettingSectionId;
  /** The id that was asked for: this page's, or that of one of its settings. */
  readonly marked: string | undefined;
};

/** One page: how it stands in a sentence, then its settings on hairlines. */
export function SettingsSheet({ page, marked }: SettingsSheetProps) {
  const { title = '', summary = '' } = settingSections.find(({ id }) => id === page) ?? {};
  return (
    <section id={page} aria-labelledby={`${page}-heading`} className="settings-section">
      <PageVerdict page={page} />
      <div className="settings-heading">
        <h2 id={`${page}-heading`} className="lettering">
          {title}
        </h2>
        <p className="settings-summary">{summary}</p>
      </div>
      {settings
        .filter(({ section }) => section === page)
        .map((setting) => (
          <SettingRow key={setting.id} setting={setting} marked={marked === setting.id} />
        ))}
    </section>
  );
}
