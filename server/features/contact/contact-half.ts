import { openRefusalRecorder } from '../../owner/refusal-recorder.ts';
import type { OpenHalf, ServerPorts } from '../server-half.ts';
import { writePhoneReveals, writeRefusedPhoneRequests } from './phone-activity.ts';
import { createPhoneFunction } from './phone-function.ts';
import { createPhoneRevealRecorder } from './phone-reveals.ts';

const flushEveryMs = 10_000;

/** The phone number behind the owner's full name. */
export function contactHalf(ports: Pick<ServerPorts, 'content' | 'rows' | 'guesses' | 'clock' | 'log'>): OpenHalf {
  const { rows, guesses, content, clock, log } = ports;
  const refused = openRefusalRecorder((row) => writeRefusedPhoneRequests(rows, row), { clock, log, what: 'phone request' });
  const reveals = createPhoneRevealRecorder((row) => writePhoneReveals(rows, row), clock);
  const flush = (all = false) =>
    reveals.flush(all).catch((error: Error) => log.error('reveals of the phone number not recorded', { error }));
  const flushing = setInterval(() => void flush(), flushEveryMs);
  const phone = createPhoneFunction({
    contact: content.privateContact,
    // The name stands on the home page: people who mistype it, several behind one address, are let try; a program soon waits.
    limit: guesses.backOff('phone', { freeAttempts: 20, forgetMs: 10 * 60_000 }),
    recordReveal: reveals.record,
    mismatched: (request) => refused.record({ ...request, method: 'phone' }),
  });
  return {
    functions: { phone },
    close: async () => {
      clearInterval(flushing);
      await Promise.all([refused.close(), flush(true)]);
    },
  };
}
