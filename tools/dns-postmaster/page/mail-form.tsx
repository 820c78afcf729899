import { parseIp, writeIp } from '@castellan/foundation/ip-address';
import { useState } from 'react';
import type { OtherFormProps } from '../../../web/app/domains/tool-reports/report-tool.ts';
import { Button } from '../../../web/app/ui/button.tsx';
import { TextField } from '../../../web/app/ui/fields/text-field.tsx';
import { verbatim } from '../../../web/app/ui/fields/verbatim.ts';

/** One mail, evaluated by SPF alone. Whatever stands in MAIL FROM and HELO is sent as it is: what is no domain name has a result too. */
export default function MailForm({ isRunning, onStart }: OtherFormProps) {
  const [ip, setIp] = useState('');
  const [mailFrom, setMailFrom] = useState('');
  const [helo, setHelo] = useState('');
  const [error, setError] = useState<string>();
  return (
    <details className="mt-1">
      <summary className="target cursor-pointer text-sm text-muted">Try one mail</summary>
      <form
        aria-label="Try one mail"
        className="mt-2"
        onSubmit={(event) => {
          event.preventDefault();
          const address = parseIp(ip.trim());
          setError(address === undefined ? 'Enter an IPv4 or IPv6 address.' : undefined);
          if (address !== undefined && !isRunning) onStart(`mail from ${writeIp(address)}`, { 'mail-from': mailFrom, helo });
        }}
      >
        <p className="max-w-prose text-sm text-muted">
          Evaluates SPF as a receiving server does, without a domain check. Only the DNS questions of SPF are sent, and no mail.
        </p>
        <div className="mt-3 grid items-start gap-4 md:grid-cols-3">
          <TextField label="Sending IP address" placeholder="192.0.2.1" value={ip} error={error} {...verbatim} onValue={setIp} />
          <TextField
            label="MAIL FROM"
            placeholder="sender@example.org"
            hint="May be empty: then HELO is evaluated."
            value={mailFrom}
            maxLength={1_000}
            {...verbatim}
            onValue={setMailFrom}
          />
          <TextField label="HELO or EHLO" placeholder="mail.example.org" value={helo} maxLength={1_000} {...verbatim} onValue={setHelo} />
        </div>
        <Button type="submit" busy={isRunning} className="mt-4">
          Evaluate SPF
        </Button>
      </form>
    </details>
  );
}
