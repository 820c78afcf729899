import { CheckField } from '../../../web/app/ui/fields/check-field.tsx';
import { SelectField } from '../../../web/app/ui/fields/select-field.tsx';
import { TextArea } from '../../../web/app/ui/fields/text-area.tsx';
import { TextField } from '../../../web/app/ui/fields/text-field.tsx';
import type { Draft } from './draft.ts';

const httpOptions = [
  { value: 'redirects', name: 'Redirects to HTTPS on the same host' },
  { value: 'closed', name: 'Does not answer' },
  { value: 'stays', name: 'Delivers the page' },
] as const;

/** What headers alone do not tell: the host, what plain HTTP does, the preload list, the page. */
export function Circumstances({ draft, onChange }: { readonly draft: Draft; readonly onChange: (draft: Draft) => void }) {
  return (
    <details className="mt-4">
      <summary className="target cursor-pointer font-semibold">More about the site</summary>
      <div className="mt-3 grid gap-4 md:grid-cols-2">
        <TextField
          label="Address"
          placeholder="https://example.org/"
          hint="Where the headers come from. Used for cookie domains, external scripts and server configuration."
          autoCapitalize="off"
          spellCheck={false}
          value={draft.address}
          onValue={(value) => onChange({ ...draft, address: value })}
        />
        <SelectField
          label="Plain HTTP"
          options={httpOptions}
          value={draft.http}
          onValue={(text) => {
            const chosen = httpOptions.find(({ value }) => value === text);
            if (chosen !== undefined) onChange({ ...draft, http: chosen.value });
          }}
        />
        <CheckField
          label="On the HSTS preload list"
          checked={draft.isPreloaded}
          onChecked={(isOn) => onChange({ ...draft, isPreloaded: isOn })}
        />
        <TextArea
          label="HTML of the page"
          className="font-mono md:col-span-2"
          rows={5}
          spellCheck={false}
          value={draft.html}
          onValue={(value) => onChange({ ...draft, html: value })}
        />
      </div>
    </details>
  );
}
