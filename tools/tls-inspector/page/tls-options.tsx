import type { RunOptions } from '../../../web/app/domains/tool-reports/report-tool.ts';
import { CheckField } from '../../../web/app/ui/fields/check-field.tsx';

/** What can be chosen of an inspection. */
export function TlsOptions({ options, onChange }: { readonly options: RunOptions; readonly onChange: (options: RunOptions) => void }) {
  return (
    <CheckField
      label="STARTTLS for mail (SMTP)"
      hint="Ports 25 and 587 are asked so by themselves."
      checked={options['starttls'] === 'smtp'}
      onChecked={(isOn) => onChange(isOn ? { starttls: 'smtp' } : {})}
    />
  );
}
