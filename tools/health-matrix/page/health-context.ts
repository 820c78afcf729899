import { createContext, useContext } from 'react';
import type { EditToast } from '../../../web/app/domains/records/use-edit-toast.ts';
import type { BundlesHand } from '../../../web/app/domains/sealed-bundles/bundles-hand.ts';
import type { BundlesView } from '../../../web/app/domains/sealed-bundles/read-bundles.ts';
import type { Day } from '../../../web/app/domains/tasks/day.ts';
import type { DayCells } from './day-values.ts';
import type { HealthRecord } from './health-records.ts';

/** What every part of the open page works with. */
export type Health = EditToast & {
  readonly hand: BundlesHand<HealthRecord> & { readonly view: BundlesView<HealthRecord> };
  readonly days: ReadonlyMap<Day, DayCells>;
  readonly today: Day;
  readonly isSample: boolean;
};

/** Provided while the vault is open, or a sample is looked at. */
export const HealthContext = createContext<Health | undefined>(undefined);

/** The owner's health; inside `HealthContext` only. */
export function useHealth(): Health {
  const health = useContext(HealthContext);
  if (health === undefined) throw new Error('useHealth is used outside HealthContext');
  return health;
}
