import { lazy, Suspense, useState } from 'react';
import type { RunOptions } from '../../../web/app/domains/tool-reports/report-tool.ts';
import { GhostButton } from '../../../web/app/ui/button.tsx';
import { CheckField } from '../../../web/app/ui/fields/check-field.tsx';
import { TextArea } from '../../../web/app/ui/fields/text-area.tsx';
import { verbatim } from '../../../web/app/ui/fields/verbatim.ts';

/** Only the owner has keys, and seldom looks at them. */
const SourceKeys = lazy(() => import('./source-keys.tsx'));

type Props = { readonly options: RunOptions; readonly onChange: (options: RunOptions) => void };

/** A word list, what may be left out, and the owner's keys. */
export function RadarOptions({ options, onChange }: Props) {
  const [hasKeys, setHasKeys] = useState(false);
  const set = (name: string, value: unknown) => {
    const { [name]: _, ...rest } = options;
    onChange(value === undefined ? rest : { ...rest, [name]: value });
  };
  return (
    <div className="mt-2 grid gap-4">
      <TextArea
        label="Word list in place of the built-in one: one word per line, up to 50,000 characters"
        maxLength={50_000}
        rows={4}
        {...verbatim}
        defaultValue={typeof options['words'] === 'string' ? options['words'] : ''}
        onValue={(value) => set('words', value.trim() === '' ? undefined : value)}
      />
      <CheckField
        label="Do not ask other services"
        hint="Otherwise crt.sh, Cert Spotter and the services with an API key learn the domain."
        checked={options['no-logs'] === true}
        onChecked={(isOn) => set('no-logs', isOn || undefined)}
      />
      <CheckField
        label="Do not walk the zone"
        hint="Otherwise up to 5,000 DNS questions follow its NSEC records."
        checked={options['no-walk'] === true}
        onChecked={(isOn) => set('no-walk', isOn || undefined)}
      />
      <CheckField
        label="Do not contact web servers"
        hint="Otherwise the start page of each name is requested once."
        checked={options['no-probe'] === true}
        onChecked={(isOn) => set('no-probe', isOn || undefined)}
      />
      <div>
        <GhostButton aria-expanded={hasKeys} onClick={() => setHasKeys(!hasKeys)}>
          API keys
        </GhostButton>
        <p className="mt-2 text-sm text-muted">For SecurityTrails, VirusTotal and Shodan. Keys are kept sealed on this server.</p>
      </div>
      {hasKeys ? (
        <Suspense>
          <SourceKeys />
        </Suspense>
      ) : null}
    </div>
  );
}
