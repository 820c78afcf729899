import { settingSections } from '../../../web/app/domains/settings/sections.ts';
import { Panel } from '../../../web/app/ui/panel.tsx';

/** What can be set, in words. */
export default function SettingsSummary() {
  return (
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
  );
}
