import type { RunOptions } from '../../../web/app/domains/tool-reports/report-tool.ts';
import { CheckField } from '../../../web/app/ui/fields/check-field.tsx';
import { SelectField } from '../../../web/app/ui/fields/select-field.tsx';
import { TextField } from '../../../web/app/ui/fields/text-field.tsx';

const named = [
  { value: 'top100', name: '100 most common' },
  { value: 'top1000', name: '1,000 most common' },
  { value: 'all', name: 'All 65,535' },
  { value: 'list', name: 'A list' },
];

/** Which ports a scan asks for, and whether it insists. */
export function ScanOptions({ options, onChange }: { readonly options: RunOptions; readonly onChange: (options: RunOptions) => void }) {
  const ports = typeof options['ports'] === 'string' ? options['ports'] : 'top1000';
  const isList = !named.some(({ value }) => value === ports);
  return (
    <div className="grid gap-4 pt-2 md:grid-cols-2">
      <SelectField
        label="Ports"
        value={isList ? 'list' : ports}
        options={named}
        onValue={(value) => onChange({ ...options, ports: value === 'list' ? '22,80,443' : value })}
      />
      {isList ? (
        <TextField
          label="Ports and ranges"
          className="font-mono"
          value={ports}
          placeholder="22,80,8000-8100"
          onValue={(value) => onChange({ ...options, ports: value })}
        />
      ) : null}
      <CheckField
        label="Port states only"
        hint="No probes are sent to open ports. Services are named by port number only."
        className="md:col-span-2"
        checked={options['ports-only'] === true}
        onChecked={(isOn) => {
          const { 'ports-only': _, ...others } = options;
          onChange(isOn ? { ...others, 'ports-only': true } : others);
        }}
      />
      <CheckField
        label="Silent hosts too"
        hint="Scans every address of a range, also those that do not respond to host discovery on twelve ports."
        className="md:col-span-2"
        checked={options['silent-too'] === true}
        onChecked={(isOn) => {
          const { 'silent-too': _, ...others } = options;
          onChange(isOn ? { ...others, 'silent-too': true } : others);
        }}
      />
    </div>
  );
}
