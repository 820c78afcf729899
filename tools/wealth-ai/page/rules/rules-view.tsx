import { useMemo, useState } from 'react';
import { RecordList } from '../../../../web/app/domains/records/list/record-list.tsx';
import { RecordRow } from '../../../../web/app/domains/records/list/record-row.tsx';
import { RecordSection } from '../../../../web/app/domains/records/list/record-section.tsx';
import { RecordTools } from '../../../../web/app/domains/records/list/record-tools.tsx';
import { GhostButton, QuietButton } from '../../../../web/app/ui/button.tsx';
import { useWealth } from '../wealth-context.tsx';
import { RuleDialog } from './rule-dialog.tsx';
import { isUnsorted, type RuleInUse, rulesOf, sortByRules } from './rules.ts';

/** Every rule by which imported entries get a category: from what it was learnt, and how many it decided. */
export default function RulesView() {
  const { book, hand, tell } = useWealth();
  const [query, setQuery] = useState('');
  const [editing, setEditing] = useState<string>();
  const rules = rulesOf(book);
  const words = query.trim().toLowerCase();
  const shown = rules.filter((rule) => `${rule.payee}\n${targetWords(rule)}`.toLowerCase().includes(words));
  const sorted = useMemo(() => sortByRules(book), [book]);
  const sort = () => {
    const found = new Map(sorted.map((one) => [one.id, one]));
    return hand.edit((view) => ({
      put: view.records.flatMap((record) => {
        const sorting = found.get(record.id);
        // What the owner did since stays.
        return record.kind === 'entry' && sorting !== undefined && isUnsorted(record) ? [{ ...record, ...sorting }] : [];
      }),
    }));
  };
  const count = (many: number) => `${many.toLocaleString('en-GB')} ${many === 1 ? 'entry' : 'entries'}`;
  return (
    <RecordSection title="Rules" aside={<GhostButton onClick={() => setEditing('new')}>Add a rule</GhostButton>}>
      <p className="py-2 text-sm text-muted">
        An imported or typed entry without a category gets the one of its rule. Give a payee the same category twice and a rule is learnt.
        An entry whose category you chose is never changed by a rule.
      </p>
      {sorted.length === 0 ? null : (
        <p className="flex flex-wrap items-center gap-x-2 text-sm text-amber">
          {`${count(sorted.length)} without a category ${sorted.length === 1 ? 'has' : 'have'} a rule.`}
          <QuietButton onClick={() => void tell(sort(), `${count(sorted.length)} sorted`)}>{`Sort ${count(sorted.length)}`}</QuietButton>
        </p>
      )}
      <RecordTools
        find={{ label: 'Search rules', value: query, onValue: setQuery }}
        said={`${shown.length.toLocaleString('en-GB')} ${shown.length === 1 ? 'rule' : 'rules'}`}
      />
      <RecordList rows={shown} label="Rules" empty={<p className="record-note">No rule yet.</p>}>
        {(rule) => (
          <RecordRow
            key={rule.id}
            id={rule.id}
            isOver={rule.off}
            title={`${rule.match === 'contains' ? 'Contains ' : ''}“${rule.payee}” → ${targetWords(rule)}`}
            onOpen={() => setEditing(rule.id)}
            facts={<span className="record-facts">{originWords(rule)}</span>}
            aside={<span className="text-sm text-muted">{`decided ${count(rule.decided)}`}</span>}
          />
        )}
      </RecordList>
      <RuleDialog rule={rules.find(({ id }) => id === editing)} isNew={editing === 'new'} onClose={() => setEditing(undefined)} />
    </RecordSection>
  );
}

/** What a rule gives: a category, or parts. */
function targetWords({ category, splits = [] }: RuleInUse): string {
  if (splits.length === 0) return category || 'no category';
  return splits.map((part) => `${part.category || 'unsorted'} ${part.percent}\u00a0%`).join(', ');
}

function originWords({ off, learntFrom }: RuleInUse): string {
  if (off) return 'switched off';
  return learntFrom === 0 ? 'yours' : `learnt from your last ${learntFrom} entries`;
}
