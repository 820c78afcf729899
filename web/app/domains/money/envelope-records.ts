import { derivedRecordId } from '../records/derived-record-id.ts';
import type { Assignment, EnvelopeStart } from './money-records.ts';

const common = { removed_at: null, batch: null };

/** The record of what is put into an envelope in a month: the same on every device. */
export function assignment(month: string, category: string, currency: string, minor: number): Assignment {
  const id = derivedRecordId('assignment', month, category, currency);
  return { kind: 'assignment', id, ...common, month, category, currency, minor };
}

/** The record of the day from which on the envelopes of a currency count: the same on every device. */
export function envelopeStart(currency: string, day: string): EnvelopeStart {
  return { kind: 'start', id: startId(currency), ...common, currency, day };
}

/** The id of that record. */
export const startId = (currency: string) => derivedRecordId('start', currency);

/** The id of an envelope's target. */
export const targetId = (category: string, currency: string) => derivedRecordId('target', category, currency);
