import { recordTypes } from '../../../../domains/vault/contract/vault-entry.ts';
import { searchStates } from '../../../../domains/vault/entries/entry-search.ts';

type Operator = { readonly example: string; readonly meaning: string };

const meanings: Readonly<Record<(typeof searchStates)[number], string>> = {
  weak: 'weak, after a health check',
  reused: 'used more than once, after a health check',
  breached: 'found in a breach, after that check',
  favorite: 'a favourite',
  expired: 'past its expiry',
  trash: 'in the trash',
};

const operators: readonly Operator[] = [
  { example: 'title:bank', meaning: 'in the title' },
  { example: 'user:ada', meaning: 'in the username' },
  { example: 'url:example', meaning: 'in the address' },
  { example: 'tag:travel', meaning: 'a tag starts with it' },
  { example: 'category:work', meaning: 'the category starts with it' },
  { example: 'kind:login', meaning: `the kind: ${recordTypes.join(', ')}` },
  { example: 'has:totp', meaning: 'has a one-time code' },
  ...searchStates.map((state) => ({ example: `is:${state}`, meaning: meanings[state] })),
  { example: '-tag:old', meaning: 'exclude' },
  { example: 'tag:"two words"', meaning: 'quotes keep spaces together' },
];

/** What the search field understands besides plain words. Pressing one puts it into the field. */
export default function SearchHelp({ id, onPick }: { readonly id: string; readonly onPick: (example: string) => void }) {
  return (
    <section id={id} aria-label="Search operators" className="rounded-control border border-edge bg-plate p-3">
      <p className="text-sm text-muted">Searches title, username and address. All conditions must match.</p>
      <ul className="mt-2 max-h-72 overflow-y-auto text-sm">
        {operators.map(({ example, meaning }) => (
          <li key={example} className="grid grid-cols-[9.5rem_minmax(0,1fr)] items-baseline gap-x-3 border-t border-hairline">
            <button
              type="button"
              className="target text-left wrap-anywhere font-mono text-copper underline decoration-1 underline-offset-4 [font-variant-ligatures:none] hover:text-ink"
              onClick={() => onPick(example)}
            >
              {example}
            </button>
            <span className="min-w-0 text-muted">{meaning}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
