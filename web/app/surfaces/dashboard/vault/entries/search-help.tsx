import { entryKinds } from '../../../../domains/vault/contract/vault-entry.ts';
import { searchStates } from '../../../../domains/vault/entries/entry-search.ts';

type Operator = { readonly example: string; readonly meaning: string };

const meanings: Readonly<Record<(typeof searchStates)[number], string>> = {
  weak: 'weak, after a health check',
  reused: 'used more than once, after a health check',
  breached: 'known from a breach, after that check',
  favorite: 'a favourite',
  expired: 'past its expiry',
  trash: 'in the trash',
};

const operators: readonly Operator[] = [
  { example: 'title:bank', meaning: 'the title has it' },
  { example: 'user:ada', meaning: 'the username has it' },
  { example: 'url:example', meaning: 'the address has it' },
  { example: 'tag:travel', meaning: 'a tag begins so' },
  { example: 'category:work', meaning: 'the category begins so' },
  { example: 'kind:login', meaning: `the kind: ${entryKinds.join(', ')}` },
  { example: 'has:totp', meaning: 'it holds a one-time code' },
  ...searchStates.map((state) => ({ example: `is:${state}`, meaning: meanings[state] })),
  { example: '-tag:old', meaning: 'a minus in front: not so' },
  { example: 'tag:"two words"', meaning: 'quotes keep spaces together' },
];

/** What the search field understands besides plain words. Pressing one puts it into the field. */
export function SearchHelp({ id, onPick }: { readonly id: string; readonly onPick: (example: string) => void }) {
  return (
    <section id={id} aria-label="What the search understands" className="rounded-control border border-edge bg-plate p-3">
      <p className="text-sm text-muted">Words are looked for in title, username and address. All conditions must hold.</p>
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
