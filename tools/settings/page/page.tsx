import { useDeferredValue, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { unlistedHead } from '../../../web/app/domains/apps/unlisted-head.ts';
import { OwnerPage } from '../../../web/app/domains/owner-page/owner-page.tsx';
import { findSettings } from '../../../web/app/domains/settings/find-settings.ts';
import { settings as everySetting } from '../../../web/app/domains/settings/registry.ts';
import type { SettingSectionId } from '../../../web/app/domains/settings/sections.ts';
import { fieldClass } from '../../../web/app/ui/fields/field-class.ts';
import { settings } from '../manifest.ts';
import { BellProvider } from './bell-provider.tsx';
import { ContentEditor } from './content/content-editor.tsx';
import { IntegrationTestsProvider } from './integration-tests.tsx';
import { FoundSettings } from './pages/found-settings.tsx';
import { NeedsLine } from './pages/needs-line.tsx';
import { SettingsSheet } from './pages/settings-sheet.tsx';
import { SideList } from './pages/side-list.tsx';
import { ServerProvider } from './server-provider.tsx';
import { useMarkedSetting } from './use-marked-setting.ts';
import './settings.css';

export const meta = unlistedHead(settings);

/** What a page's one filled button says, and which part of Settings it leads to. */
const actions: Readonly<Partial<Record<SettingSectionId, { readonly label: string; readonly to: string }>>> = {
  profile: { label: 'Edit profile', to: '#edit-profile' },
  backup: { label: 'Complete backup', to: '#backup-make' },
};

/** Settings in pages: the address's fragment names a page, a setting or a part of the site; a search looks through all of them. */
export default function SettingsPage() {
  const [query, setQuery] = useState('');
  const found = findSettings(everySetting, useDeferredValue(query));
  const place = useMarkedSetting(() => setQuery(''));
  const navigate = useNavigate();
  const isSearch = query.trim() !== '';
  const action = isSearch || place.edits !== undefined ? undefined : actions[place.page];
  return (
    <OwnerPage
      tool={settings}
      note="Changes are saved as you make them."
      action={action === undefined ? undefined : { label: action.label, onPress: () => void navigate(action.to) }}
      beside={
        <search className="settings-search">
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
        {isSearch ? `${found.length} of ${everySetting.length} settings` : ''}
      </p>
      <BellProvider>
        <ServerProvider>
          <IntegrationTestsProvider>
            <NeedsLine />
            <div className="settings-pages">
              <div className="settings-frame" data-at={isSearch ? 'search' : place.isIndex ? 'index' : 'page'}>
                <SideList current={isSearch ? undefined : place.page} />
                <div className="settings-sheet">
                  {isSearch ? (
                    <FoundSettings found={found} />
                  ) : (
                    <>
                      {place.edits === undefined ? (
                        <Link to="/settings" preventScrollReset className="settings-back">
                          ‹ All settings
                        </Link>
                      ) : null}
                      {place.edits === undefined ? (
                        <SettingsSheet key={place.page} page={place.page} marked={place.id} />
                      ) : (
                        <ContentEditor key={place.edits} part={place.edits} />
                      )}
                    </>
                  )}
                </div>
              </div>
            </div>
          </IntegrationTestsProvider>
        </ServerProvider>
      </BellProvider>
    </OwnerPage>
  );
}
