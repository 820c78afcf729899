import type { BlocklistResult } from '../knowledge/ask-blocklists.ts';
import type { BlocklistFacts } from '../knowledge/blocklist-part.ts';
import { FactTable } from './fact-table.tsx';

/** Each address with what each list said of it, and what was not asked. */
export function BlocklistTable({ facts }: { readonly facts: BlocklistFacts }) {
  const { addresses, lists, results } = facts;
  const rows = addresses.map(({ address, by }) => [
    address,
    by,
    ...lists.map(({ id, state }) => {
      if (state !== 'usable') return words[state];
      return sayAnswer(results.find((result) => result.address === address && result.list === id));
    }),
  ]);
  return (
    <div className="min-w-0 lg:col-span-2">
      <FactTable
        title="Block lists"
        columns={['Address', 'Named by', ...lists.map(({ name }) => name)]}
        rows={rows}
        empty="No public address of the domain's is known."
      />
      <p className="mt-2 text-sm text-muted">{sayLeft(facts)}</p>
    </div>
  );
}

const words = {
  clean: 'not listed',
  refused: 'refused',
  rewritten: 'no sense',
  unusable: 'fails its test',
  undocumented: 'unknown code',
  silent: 'not asked',
  unsupported: 'IPv4 only',
} as const;

function sayAnswer(result: BlocklistResult | undefined): string {
  const { answer } = result ?? {};
  if (answer === undefined) return words.silent;
  if (answer.kind === 'listed') return `listed: ${answer.entries.map(({ name }) => name).join('; ')}`;
  return answer.kind === 'silent' ? 'no answer' : words[answer.kind];
}

function sayLeft({ left, networks, hidden }: BlocklistFacts): string {
  const parts = [
    left > 0 ? `${left} more ${left === 1 ? 'address was' : 'addresses were'} not asked about` : '',
    networks > 0
      ? `${networks} ${networks === 1 ? 'network' : 'networks'} of the SPF record: which of its addresses send is not known`
      : '',
    hidden > 0 ? `${hidden} ${hidden === 1 ? 'address is' : 'addresses are'} not public, and no list was told` : '',
  ].filter((part) => part !== '');
  return parts.length === 0 ? 'Every address that the domain itself names was asked about.' : `${parts.join('. ')}.`;
}
