import type { RunOptions } from '../../../web/app/domains/tool-reports/report-tool.ts';
import { CheckField } from '../../../web/app/ui/fields/check-field.tsx';
import { TextArea } from '../../../web/app/ui/fields/text-area.tsx';
import { verbatim } from '../../../web/app/ui/fields/verbatim.ts';

type Props = { readonly options: RunOptions; readonly onChange: (options: RunOptions) => void };

/** Words of one's own, and what may be left out. */
export function RadarOptions({ options, onChange }: Props) {
  const set = (name: string, value: unknown) => {
    const { [name]: _, ...rest } = options;
    onChange(value === undefined ? rest : { ...rest, [name]: value });
  };
  return (
    <div className="mt-2 grid gap-4">
      <TextArea
        label="Words in place of the usual ones, one a line, up to 50,000 characters"
        maxLength={50_000}
        rows={4}
        {...verbatim}
        defaultValue={typeof options['words'] === 'string' ? options['words'] : ''}
        onValue={(value) => set('words', value.trim() === '' ? undefined : value)}
      />
      <CheckField
        label="Leave out the certificate logs"
        hint="Otherwise crt.sh and Cert Spotter are told the domain."
        checked={options['no-logs'] === true}
        onChecked={(isOn) => set('no-logs', isOn || undefined)}
      />
      <CheckField
        label="Leave out the web servers"
        hint="Otherwise each name is asked for its page once."
        checked={options['no-probe'] === true}
        onChecked={(isOn) => set('no-probe', isOn || undefined)}
      />
    </div>
  );
}
