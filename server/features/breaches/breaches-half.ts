import { createQuietLog } from '../../quiet-log.ts';
import type { OpenHalf, ServerPorts } from '../server-half.ts';
import { createAskRange } from './breach-range.ts';
import { createBreachRangeFunction } from './breach-range-function.ts';

/** Breached passwords, for the vault's checks. */
export function breachesHalf({ settings, reads, clock, log }: Pick<ServerPorts, 'settings' | 'reads' | 'clock' | 'log'>): OpenHalf {
  const { breachRangeUrl: baseUrl } = settings;
  const ask = baseUrl === undefined ? undefined : createAskRange({ reads, baseUrl, clock, log: createQuietLog(log, clock) });
  return { functions: { 'breach-range': createBreachRangeFunction({ ask, clock, log }) } };
}
