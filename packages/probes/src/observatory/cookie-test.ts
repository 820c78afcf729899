import { lastAnswer, mainChain } from './capture.ts';
import { type Cookie, collectCookies } from './cookie-jar.ts';
import type { Evidence } from './evidence.ts';
import { headerValues } from './header-list.ts';
import { type ResultName, worseOf } from './test-result.ts';

const order: readonly ResultName[] = [
  'cookies-without-secure-flag-but-protected-by-hsts',
  'cookies-without-secure-flag',
  'cookies-session-without-secure-flag-but-protected-by-hsts',
  'cookies-samesite-flag-invalid',
  'cookies-anticsrf-without-samesite-flag',
  'cookies-session-without-httponly-flag',
  'cookies-session-without-secure-flag',
];

/** Routers of one hosting service set it, and their customers cannot change it. */
const ignoredCookie = 'heroku-session-affinity';

/** The cookies that the score counts: all that a jar holds after the main chain, and after what followed it, deleted ones marked. */
export function countedCookies({ capture }: Pick<Evidence, 'capture'>): readonly Cookie[] {
  const answers = [...(mainChain(capture)?.answers ?? []), ...capture.later];
  return collectCookies(answers, capture.hostname).filter(({ name }) => name !== ignoredCookie);
}

/**
 * Scores the cookies, as version 4 of the Observatory does: it counts deleted ones that are still in its jar. `kept` leaves them out,
 * as a browser would.
 */
export function testCookies(evidence: Evidence, hasHsts: boolean, which: 'all' | 'kept' = 'all'): ResultName {
  const counted = countedCookies(evidence);
  const leftOut = new Set(which === 'all' ? [] : counted.flatMap(({ isDeleted, name }) => (isDeleted ? name : [])));
  const cookies = which === 'all' ? counted : counted.filter(({ isDeleted }) => !isDeleted);
  if (cookies.length === 0) return 'cookies-not-found';
  const chain = mainChain(evidence.capture);
  const lines =
    chain === undefined ? [] : headerValues(lastAnswer(chain).headers, 'set-cookie').filter((line) => !leftOut.has(nameIn(line)));
  const found = [
    ...lines.filter(hasInvalidSameSite).map((): ResultName => 'cookies-samesite-flag-invalid'),
    ...cookies.flatMap((cookie) => faultsOf(cookie, hasHsts)),
  ];
  let worst: ResultName | undefined;
  for (const result of found) worst = worseOf(worst, result, order);
  if (worst !== undefined) return worst;
  const areBound = cookies.every(({ sameSite }) => sameSite !== undefined);
  return areBound ? 'cookies-secure-with-httponly-sessions-and-samesite' : 'cookies-secure-with-httponly-sessions';
}

/** Whether a name says that the cookie holds a session. */
export function isSessionCookie(name: string): boolean {
  return /login|sess/i.test(name);
}

/** What is wrong with one cookie, in the Observatory's words. */
export function faultsOf({ name, secure, httpOnly, sameSite }: Cookie, hasHsts: boolean): readonly ResultName[] {
  const isSession = isSessionCookie(name);
  return [
    ...when(!secure && sameSite === 'none', 'cookies-samesite-flag-invalid'),
    ...when(!secure, hasHsts ? 'cookies-without-secure-flag-but-protected-by-hsts' : 'cookies-without-secure-flag'),
    ...when(/csrf/i.test(name) && sameSite === undefined, 'cookies-anticsrf-without-samesite-flag'),
    ...when(
      isSession && !secure,
      hasHsts ? 'cookies-session-without-secure-flag-but-protected-by-hsts' : 'cookies-session-without-secure-flag',
    ),
    ...when(isSession && !httpOnly, 'cookies-session-without-httponly-flag'),
  ];
}

function when(holds: boolean, result: ResultName): readonly ResultName[] {
  return holds ? [result] : [];
}

function nameIn(line: string): string {
  return (line.split(/[=;]/)[0] ?? '').trim();
}

function hasInvalidSameSite(line: string): boolean {
  return line.split(';').some((part) => {
    const [key = '', value = ''] = part.trim().split('=');
    return key.trim().toLowerCase() === 'samesite' && !['lax', 'strict', 'none'].includes(value.trim().toLowerCase());
  });
}
