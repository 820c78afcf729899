import { ArrowSquareOutIcon } from '@phosphor-icons/react/dist/ssr/ArrowSquareOut';
import { settingSections } from '../../../domains/settings/sections.ts';
import { buttonClass } from '../../../ui/button-class.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Panel } from '../../../ui/panel.tsx';

/** What can be set, in words, and the way to the page where it is. */
export default function SettingsView() {
  return (
    <>
      <header className="flex flex-wrap items-end justify-between gap-4 border-b border-hairline pb-6">
        <div>
          <h1 className="lettering text-2xl">Settings</h1>
          <p className="mt-1 text-muted">How it looks, when it locks, what is kept where.</p>
        </div>
        {/* biome-ignore lint/security/noBlankTarget: our own page; with its opener the new tab has this tab's session flag too. */}
        <a href="/settings" target="_blank" rel="opener" className={buttonClass('primary')}>
          Open Settings
          <Icon drawing={ArrowSquareOutIcon} label="in a new tab" />
        </a>
      </header>
      <Panel title="What is there" className="mt-6">
        <dl className="-mb-3 grid gap-x-10 md:grid-cols-2">
          {settingSections.map(({ id, title, summary }) => (
            <div key={id} className="border-t border-hairline py-3">
              <dt className="font-medium">{title}</dt>
              <dd className="text-muted">{summary}</dd>
            </div>
          ))}
        </dl>
      </Panel>
    </>
  );
}
