import type { OpenHalf, ServerPorts } from '../../../server/features/server-half.ts';
import { createLinkPasswordFunction } from './link-password-function.ts';
import { createShortLinkFinder, takeOpening } from './short-link.ts';
import { createShortLinkAnswers } from './short-link-answer.ts';
import { createVisitCounter } from './visit-counter.ts';

/**
 * Wrong passwords of one link within an hour, from all addresses together: who owns many addresses tries no more than these. Whoever
 * knows the password waits meanwhile.
 */
const linkGuesses = { limit: 600, windowMs: 3_600_000, capacity: 10_000 };

/**
 * Slugs that lead nowhere, from one address block over all servers: who types one wrong has many more, who guesses has not. A slug
 * that the owner chose is no secret, but one of seven random characters is shown to nobody who was not given it. Misses come in
 * floods, so they are taken in blocks.
 */
export const missRules = { kind: 'short-link-miss', limit: 60, windowMs: 60_000, capacity: 10_000, block: 10 };

/** The server's part of the Link Shortener: leads visitors on, counts them, and hashes passwords for the owner. */
export function linkShortenerHalf(
  ports: Pick<
    ServerPorts,
    'clock' | 'randomBytes' | 'log' | 'guesses' | 'publicUrl' | 'countryOf' | 'rows' | 'sharedWindow' | 'closedPage'
  >,
): OpenHalf {
  const { rows, clock, guesses, log, publicUrl, sharedWindow, closedPage } = ports;
  const counter = createVisitCounter(ports);
  const { answer, directAnswer } = createShortLinkAnswers({
    find: createShortLinkFinder(rows, clock),
    takeOpening: (linkId) => takeOpening(rows, linkId),
    count: counter.count,
    backOff: guesses.backOff('short-link'),
    guessesOfLink: guesses.window('short-link-password', linkGuesses),
    misses: sharedWindow(missRules),
    closedPage,
    clock,
    log,
    publicUrl,
  });
  return {
    functions: { 'short-link-password': createLinkPasswordFunction(ports) },
    answers: [answer],
    directAnswers: [directAnswer],
    close: counter.close,
  };
}
