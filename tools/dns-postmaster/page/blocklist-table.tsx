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
        columns={['Address', 'Source', ...lists.map(({ name }) => name)]}
        rows={rows}
        empty="No public address of the domain is known."
      />
      <p className="mt-2 text-sm text-muted">{sayLeft(facts)}</p>
    </div>
  );
}

const words = {
  clean: 'not listed',
  refused: 'refused',
  rewritten: 'answer rewritten',
  unusable: 'fails its test',
  undocumented: 'unknown code',
  silent: 'not queried',
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
    left > 0 ? `${left} more ${left === 1 ? 'address was' : 'addresses were'} not checked` : '',
    networks > 0 ? `${networks} ${networks === 1 ? 'network' : 'networks'} in the SPF record: which addresses send is unknown` : '',
    hidden > 0 ? `${hidden} ${hidden === 1 ? 'address is' : 'addresses are'} not public and was not sent to any list` : '',
  ].filter((part) => part !== '');
  return parts.length === 0 ? 'Every address that the domain itself names was checked.' : `${parts.join('. ')}.`;
}
