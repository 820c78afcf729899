import type { RunOptions } from '../../../web/app/domains/tool-reports/report-tool.ts';
import { CheckField } from '../../../web/app/ui/fields/check-field.tsx';
import { TextArea } from '../../../web/app/ui/fields/text-area.tsx';
import { verbatim } from '../../../web/app/ui/fields/verbatim.ts';

/** What can be chosen of an inspection. */
export function TlsOptions({ options, onChange }: { readonly options: RunOptions; readonly onChange: (options: RunOptions) => void }) {
  const set = (name: string, value: string | undefined) => {
    const { [name]: _, ...others } = options;
    onChange(value === undefined ? others : { ...others, [name]: value });
  };
  return (
    <div className="grid gap-4 pt-2">
      <CheckField
        label="STARTTLS for mail (SMTP)"
        hint="Always used on ports 25 and 587."
        checked={options['starttls'] === 'smtp'}
        onChecked={(isOn) => set('starttls', isOn ? 'smtp' : undefined)}
      />
      <TextArea
        label="Private CA certificates (PEM), trusted in addition to the Mozilla root store"
        rows={4}
        value={typeof options['ca'] === 'string' ? options['ca'] : ''}
        {...verbatim}
        translate="no"
        placeholder="-----BEGIN CERTIFICATE-----"
        className="[&_textarea]:font-mono [&_textarea]:text-sm"
        onValue={(text) => set('ca', text === '' ? undefined : text)}
      />
    </div>
  );
}
