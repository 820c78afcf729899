import type { RunOptions } from '../../../web/app/domains/tool-reports/report-tool.ts';
import { CheckField } from '../../../web/app/ui/fields/check-field.tsx';

/** What can be said of a site before it is audited. */
export function HttpOptions({ options, onChange }: { readonly options: RunOptions; readonly onChange: (options: RunOptions) => void }) {
  return (
    <CheckField
      label="On the HSTS preload list"
      hint="The list is not queried. Look the host up at hstspreload.org. An entry is worth five points."
      checked={options['preloaded'] === true}
      onChecked={(isOn) => onChange(isOn ? { preloaded: true } : {})}
    />
  );
}
