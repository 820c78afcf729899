import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { callFunction } from '../../../web/app/lib/backend.ts';
import { whileWanted } from '../../../web/app/lib/while-wanted.ts';
import { GhostButton } from '../../../web/app/ui/button.tsx';
import { TextField } from '../../../web/app/ui/fields/text-field.tsx';
import { verbatim } from '../../../web/app/ui/fields/verbatim.ts';
import { subdomainRadar } from '../manifest.ts';

const sourceSchema = z.object({ id: z.string(), title: z.string(), keyPage: z.url(), keptAt: z.nullable(z.string()) });
type Source = z.infer<typeof sourceSchema>;

const loadSources = () => callFunction('tool-source-list', { tool: subdomainRadar.id }, z.array(sourceSchema));
const keepKey = (source: string, key: string | null) => callFunction('tool-source-key', { source, key }, z.object({ kept: z.boolean() }));

/** The owner's keys to sources of names: which there are, a new one, or none any more. A key that is kept is never shown. */
export default function SourceKeys() {
  const [sources, setSources] = useState<readonly Source[] | 'failed'>();
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change is followed by another look.
  useEffect(() => whileWanted(loadSources(), (read) => setSources(read.ok ? read.value : 'failed')), [round]);
  if (sources === undefined) return null;
  if (sources === 'failed')
    return (
      <p role="alert" className="text-sm text-amber">
        The keys could not be read. Try again in a moment.
      </p>
    );
  return (
    <ul className="grid gap-5">
      {sources.map((source) => (
        <li key={source.id}>
          <KeyOf source={source} onChanged={() => setRound(round + 1)} />
        </li>
      ))}
    </ul>
  );
}

function KeyOf({ source: { id, title, keyPage, keptAt }, onChanged }: { readonly source: Source; readonly onChanged: () => void }) {
  const [key, setKey] = useState('');
  const [fault, setFault] = useState<string>();
  const keep = async (value: string | null) => {
    const done = await keepKey(id, value);
    setFault(done.ok ? undefined : 'The key was not saved: a key has 16 to 200 letters, digits, hyphens or underscores.');
    if (!done.ok) return;
    setKey('');
    onChanged();
  };
  return (
    <div className="flex flex-wrap items-start gap-3">
      <TextField
        label={`${title} API key`}
        className="min-w-60 flex-1"
        hint={
          <>
            {keptAt === null ? 'No key. ' : `A key is kept since ${keptAt.slice(0, 10)}. `}
            <a href={keyPage} target="_blank" rel="noopener noreferrer" className="underline">
              Find your key at {title}
            </a>
          </>
        }
        type="password"
        error={fault}
        value={key}
        {...verbatim}
        onValue={setKey}
        // The form around it begins a run.
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          if (key.trim() !== '') void keep(key.trim());
        }}
      />
      <GhostButton className="mt-7" aria-label={`Save the key of ${title}`} onWork={async () => keep(key.trim())}>
        Save
      </GhostButton>
      {keptAt === null ? null : (
        <GhostButton className="sm:mt-7" aria-label={`Delete the key of ${title}`} onWork={async () => keep(null)}>
          Delete
        </GhostButton>
      )}
    </div>
  );
}
