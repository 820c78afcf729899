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
const none = { value: 'none', name: 'No TCP ports' };
/** No port is named: the server then asks for those that are tried. */
const signInPorts = { value: 'sign-in', name: 'Only FTP, LDAP and SNMP' };

/** Which ports a scan asks for, and how far it goes. */
export function ScanOptions({ options, onChange }: { readonly options: RunOptions; readonly onChange: (options: RunOptions) => void }) {
  const isOn = (name: string) => options[name] === true;
  const set = (name: string, value: unknown) => {
    const { [name]: _, ...others } = options;
    const next: RunOptions = value === undefined ? others : { ...others, [name]: value };
    const { ports, ...rest } = next;
    const wantsTcp = ports === 'none' && next['udp'] !== true && next['try-sign-in'] !== true;
    onChange(wantsTcp ? rest : next);
  };
  const check = (name: string) => ({
    className: 'md:col-span-2',
    checked: isOn(name),
    onChecked: (checked: boolean) => set(name, checked ? true : undefined),
  });
  const [udp, signIns] = [isOn('udp'), isOn('try-sign-in')];
  const choices = [...(signIns ? [signInPorts] : []), ...named, ...(udp || signIns ? [none] : [])];
  const ports = typeof options['ports'] === 'string' ? options['ports'] : signIns ? signInPorts.value : 'top1000';
  const isList = !choices.some(({ value }) => value === ports);
  return (
    <div className="grid gap-4 pt-2 md:grid-cols-2">
      <SelectField
        label="Ports"
        value={isList ? 'list' : ports}
        options={choices}
        onValue={(value) => set('ports', value === signInPorts.value ? undefined : value === 'list' ? '22,80,443' : value)}
      />
      {isList ? (
        <TextField
          label="Ports and ranges"
          className="font-mono"
          value={ports}
          placeholder="22,80,8000-8100"
          onValue={(value) => set('ports', value)}
        />
      ) : null}
      <CheckField
        label="UDP ports"
        hint="The 20 most common and 6 more, each with a request of its protocol. A silent port is open or filtered."
        {...check('udp')}
      />
      <CheckField
        label="I may try to sign in to this target"
        hint="Tries anonymous FTP, an anonymous LDAP bind and the SNMP community “public”, and nothing else. The attempts are written to the activity log."
        {...check('try-sign-in')}
      />
      <CheckField
        label="Port states only"
        hint="No probes are sent to open TCP ports. Services are named by port number only."
        {...check('ports-only')}
      />
      <CheckField
        label="Silent hosts too"
        hint="Scans every address of a range, also those that do not respond to host discovery on twelve ports."
        {...check('silent-too')}
      />
    </div>
  );
}
