import { CopyButton } from '../../../web/app/domains/session/copy-button.tsx';
import { TextField } from '../../../web/app/ui/fields/text-field.tsx';
import { verbatim } from '../../../web/app/ui/fields/verbatim.ts';
import type { Built } from '../knowledge/build-records.ts';

type LineProps = {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
};

/** A line to fill in. */
export function Line({ label, placeholder, value, onChange }: LineProps) {
  return <TextField label={label} placeholder={placeholder} value={value} {...verbatim} onValue={onChange} />;
}

/** The record that was built, or what keeps it from being made. */
export function Result({ built: { name, value, problems } }: { readonly built: Built }) {
  const text = `${name} ${value}`.trim();
  return (
    <div role="status" className="mt-4 rounded-control border border-hairline bg-plate px-4 py-3">
      {problems.length === 0 ? (
        <div className="flex flex-wrap items-start justify-between gap-x-4">
          <pre className="min-w-0 flex-1 font-mono text-sm whitespace-pre-wrap [overflow-wrap:anywhere]">{text}</pre>
          <CopyButton text={text}>Copy</CopyButton>
        </div>
      ) : (
        problems.map((problem) => (
          <p key={problem} className="text-sm text-muted">
            {problem}
          </p>
        ))
      )}
    </div>
  );
}
