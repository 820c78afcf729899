import { knownState, withSealer } from '../../../../web/app/domains/records/known-state.ts';
import { openRecords } from '../../../../web/app/domains/records/open-records.ts';
import { newRecordId } from '../../../../web/app/domains/records/record.ts';
import { dayOf } from '../../../../web/app/domains/tasks/day.ts';
import { vaultOpenness } from '../../../../web/app/domains/vault/vault-openness.ts';
import { browserTimer } from '../../../../web/app/lib/clock.ts';
import type { Capture } from '../../../tool-live.ts';
import { inOrder, payPlans } from '../plan/pay-plan.ts';
import { payFacts, readPayLine } from '../plan/read-pay-line.ts';
import { undoTool } from '../undo-tool.ts';

/** A typed line becomes a pay, in the currency of the first one there is, while the vault is open in this tab. */
export default function capturePay(): Capture {
  const feed = openRecords().open(payPlans, undoTool);
  if (vaultOpenness.read()) void knownState(feed);
  const read = (line: string) => readPayLine(line, inOrder(feed.read().rows)[0]?.currency ?? 'EUR', dayOf(new Date(browserTimer.nowMs())));
  return {
    read: (line) => {
      const pay = read(line);
      if (pay === undefined) return undefined;
      const facts = payFacts(pay);
      return { title: pay.name, facts: vaultOpenness.read() ? facts : [...facts, 'The vault is locked, so it cannot be saved'] };
    },
    keep: async (line) => {
      if (!vaultOpenness.read()) return false;
      return withSealer(feed, async () => {
        const pay = read(line);
        if (pay === undefined) return false;
        const created_at = new Date(browserTimer.nowMs()).toISOString();
        const values = { created_at, ...pay, holidays: null };
        return (await feed.edit([{ kind: 'create', id: newRecordId(), values }])).ok;
      });
    },
  };
}
