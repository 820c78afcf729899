import type { RunOptions } from '../../../web/app/domains/tool-reports/report-tool.ts';
import { CheckField } from '../../../web/app/ui/fields/check-field.tsx';
import { TextField } from '../../../web/app/ui/fields/text-field.tsx';
import { verbatim } from '../../../web/app/ui/fields/verbatim.ts';

type Props = { readonly options: RunOptions; readonly onChange: (options: RunOptions) => void };

/** Selectors of DKIM, block lists, and a mail to try. */
export function PostmasterOptions({ options, onChange }: Props) {
  const isTried = options['simulate'] === true;
  // What is empty is left out: the server's own defaults hold.
  const change = (name: string, value: string) => {
    const { [name]: _, ...rest } = options;
    onChange(value.trim() === '' ? rest : { ...rest, [name]: value.trim() });
  };
  const field = (name: string, label: string, placeholder: string) => (
    <TextField
      label={label}
      defaultValue={typeof options[name] === 'string' ? options[name] : ''}
      placeholder={placeholder}
      {...verbatim}
      onValue={(value) => change(name, value)}
    />
  );
  return (
    <div className="mt-2 grid gap-4">
      {field('selectors', 'DKIM selectors', 's2026, mail2')}
      <CheckField
        label="Query public block lists"
        hint="Up to eight addresses that the domain receives or sends with are sent to Spamhaus ZEN, SpamCop and PSBL. Spamhaus refuses public resolvers and high volume."
        checked={options['blocklists'] === true}
        onChecked={(isOn) => {
          const { blocklists: _, ...rest } = options;
          onChange(isOn ? { ...options, blocklists: true } : rest);
        }}
      />
      <CheckField
        label="Also try one mail from this domain"
        hint="Traces SPF for it, mechanism by mechanism, and applies the DMARC policy. No mail is sent."
        checked={isTried}
        onChecked={(isOn) => {
          const { simulate: _, ip: __, 'mail-from': ___, helo: ____, ...rest } = options;
          onChange(isOn ? { ...options, simulate: true } : rest);
        }}
      />
      {isTried ? (
        <div className="grid gap-4 md:grid-cols-3">
          {field('ip', 'Sending IP address', '192.0.2.1')}
          {field('mail-from', 'MAIL FROM', 'postmaster at the domain')}
          {field('helo', 'HELO or EHLO', 'the domain')}
        </div>
      ) : null}
    </div>
  );
}
