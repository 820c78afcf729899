import { useDeferredValue, useState } from 'react';
import { Link } from 'react-router';
import { OwnerPage } from '../../../web/app/domains/owner-page/owner-page.tsx';
import { findSettings } from '../../../web/app/domains/settings/find-settings.ts';
import { settings as everySetting } from '../../../web/app/domains/settings/registry.ts';
import { settingSections } from '../../../web/app/domains/settings/sections.ts';
import { classNames } from '../../../web/app/ui/class-names.ts';
import { fieldClass } from '../../../web/app/ui/fields/field-class.ts';
import { Panel } from '../../../web/app/ui/panel.tsx';
import { settings } from '../manifest.ts';
import { BellProvider } from './bell-provider.tsx';
import { IntegrationTestsProvider } from './integration-tests.tsx';
import { ServerProvider } from './server-provider.tsx';
import { SettingRow } from './setting-row.tsx';
import { useMarkedSetting } from './use-marked-setting.ts';
import './settings.css';
import { unlistedHead } from '../../../web/app/domains/apps/unlisted-head.ts';

export const meta = unlistedHead(settings);

/** Every control of the registry, by section; the address's fragment names the one that is looked for. */
export default function SettingsPage() {
  const [query, setQuery] = useState('');
  const found = findSettings(everySetting, useDeferredValue(query));
  const sections = settingSections.filter(({ id }) => found.some(({ section }) => section === id));
  const marked = useMarkedSetting(() => setQuery(''));
  return (
    <OwnerPage
      tool={settings}
      note="Changes are saved as you make them."
      beside={
        <search className="w-36 sm:w-72">
          <input
            type="search"
            aria-label="Search settings"
            placeholder="Search settings"
            value={query}
            onChange={(event) => setQuery(event.currentTarget.value)}
            className={fieldClass}
          />
        </search>
      }
    >
      <p role="status" className="sr-only">
        {query.trim() === '' ? '' : `${found.length} of ${everySetting.length} settings`}
      </p>
      <div className="mt-2 lg:mt-6 lg:grid lg:grid-cols-[12rem_minmax(0,1fr)] lg:gap-10">
        <SectionList current={marked} shown={sections.map(({ id }) => id)} />
        <BellProvider>
          <ServerProvider>
            <IntegrationTestsProvider>
              <div className="space-y-6">
                {sections.map(({ id, title, summary }) => (
                  <Panel key={id} id={id} title={title} className="settings-section">
                    <p className="-mt-2 mb-2 text-muted">{summary}</p>
                    {found
                      .filter(({ section }) => section === id)
                      .map((setting) => (
                        <SettingRow key={setting.id} setting={setting} marked={marked === setting.id} />
                      ))}
                  </Panel>
                ))}
                {sections.length === 0 ? <p className="py-16 text-center text-muted">No setting has these words.</p> : null}
              </div>
            </IntegrationTestsProvider>
          </ServerProvider>
        </BellProvider>
      </div>
    </OwnerPage>
  );
}

/** The way to each section; beside them on a wide screen, above them on a narrow one. */
function SectionList({ current, shown }: { readonly current: string | undefined; readonly shown: readonly string[] }) {
  const currentSection = everySetting.find(({ id }) => id === current)?.section ?? current;
  return (
    <nav aria-label="Sections" className="lg:mb-0">
      <ul className="flex gap-x-1 overflow-x-auto lg:sticky lg:top-6 lg:block">
        {settingSections
          .filter(({ id }) => shown.includes(id))
          .map(({ id, title }) => (
            <li key={id}>
              <Link
                to={`#${id}`}
                preventScrollReset
                aria-current={id === currentSection ? 'true' : undefined}
                className={classNames(
                  'target inline-flex w-full items-center whitespace-nowrap border-b-2 px-2 no-underline lg:border-b-0 lg:border-l-2 lg:px-4',
                  id === currentSection ? 'border-copper text-ink' : 'border-transparent text-muted hover:text-ink',
                )}
              >
                {title}
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  );
}
