import { succeed } from '@castellan/foundation/result';
import type { Day } from '@castellan/money/day';
import { useMemo, useRef, useState } from 'react';
import type { CollectionState, Edit } from '../../domains/records/collection-state.ts';
import { newRecordId } from '../../domains/records/record.ts';
import type { CollectionInHand } from '../../domains/records/use-collection.ts';
import type { HolidayCalendar } from './holiday-calendar.ts';
import { inOrder, type PayPlan } from './pay-plan.ts';
import { samplePlan } from './sample-plan.ts';

/** Made-up pay that lives as long as the page, to be read and written as the owner's own is. */
export function useSample(today: Day) {
  const [all, setAll] = useState<readonly PayPlan[]>(() => [samplePlan(today)]);
  const steps = useRef<(readonly PayPlan[])[]>([]);
  return useMemo(() => {
    const edit = async (edits: readonly Edit[]) => {
      steps.current.push(all);
      setAll((present) => edits.reduce((plans, one) => applied(plans, one, today), present));
      return succeed(undefined);
    };
    const mark = (ids: readonly string[], deletedAt: string | null) =>
      edit(ids.map((id) => ({ kind: 'change', id, values: { deleted_at: deletedAt } })));
    const hand: CollectionInHand<PayPlan> = {
      state: stateOf(all),
      edit,
      add: (values) => {
        const id = newRecordId();
        return { id, kept: edit([{ kind: 'create', id, values }]) };
      },
      change: (id, values) => edit([{ kind: 'change', id, values }]),
      remove: (...ids) => mark(ids, new Date().toISOString()),
      restore: (...ids) => mark(ids, null),
      undo: async () => {
        const before = steps.current.pop();
        if (before !== undefined) setAll(before);
        return before !== undefined;
      },
      decide: async () => undefined,
      refresh: async () => undefined,
      settleFault: async () => undefined,
    };
    const keepHolidays = async (id: string, holidays: HolidayCalendar) => {
      setAll((present) => present.map((plan) => (plan.id === id ? { ...plan, holidays } : plan)));
      return true;
    };
    return { hand, keepHolidays, plans: inOrder(hand.state.rows) };
  }, [all, today]);
}

function applied(plans: readonly PayPlan[], { kind, id, values }: Edit, today: Day): readonly PayPlan[] {
  if (kind === 'change') return plans.map((plan) => (plan.id === id ? { ...plan, ...values } : plan));
  return [...plans, { ...samplePlan(today), created_at: new Date().toISOString(), ...values, id }];
}

function stateOf(all: readonly PayPlan[]): CollectionState<PayPlan> {
  return {
    ...{ status: 'ready', vault: 'open', lockedRows: 0, link: 'reachable', malformed: [], waiting: 0, conflicted: [], stuck: 0 },
    ...{ unsent: new Set<string>(), updatedAtMs: undefined, outlivesPage: false },
    rows: all.filter(({ deleted_at }) => deleted_at === null),
    removed: all.filter(({ deleted_at }) => deleted_at !== null),
  };
}
