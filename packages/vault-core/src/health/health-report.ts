import type { Entry, EntryKind } from '../entries/entry.ts';
import { hostOf } from '../import/import-plan.ts';

/** What can be amiss with an entry. */
export const healthProblems = ['weak', 'reused', 'old', 'plain-http', 'no-second-factor', 'expired', 'duplicate'] as const;

/** One thing that can be amiss. */
export type HealthProblem = (typeof healthProblems)[number];

/** What the report is made of. */
export type HealthRequest = {
  readonly entries: readonly { readonly id: string; readonly entry: Entry }[];
  readonly nowMs: number;
  /** Whether a password is weak: `loadStrength()` gives one. Asked once for each different password. */
  readonly isWeak: (password: string) => boolean;
  /** Passwords whose strength is known already, such as those the generator made. */
  readonly isKnownStrong?: (password: string) => boolean;
};

/** How far the report is, and at the end what it found: the ids of each problem, in the order of the entries. */
export type HealthStep =
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  | { readonly kind: 'report'; readonly problems: Readonly<Record<HealthProblem, readonly string[]>>; readonly checked: number };

const yearMs = 365.25 * 24 * 60 * 60 * 1000;
const passwordsAStep = 100;

/**
 * Looks through all entries outside the trash, yielding after each hundred passwords so that the caller can show progress,
 * let other work in, or stop by leaving the loop.
 * Of what is no password (a card's number, a token, a passphrase, codes) only address and expiry are looked at.
 * - weak: fewer than 10^8 guesses (zxcvbn score under 3); - reused: another entry has the same password;
 * - old: a password unchanged for over a year; - plain-http: the address is `http:` and not this machine;
 * - no-second-factor: a login with a web address and no one-time secret: whether the site offers one is not known here;
 * - expired: its day has passed; - duplicate: same host, user name and password as another entry.
 */
export async function* checkHealth(request: HealthRequest): AsyncGenerator<HealthStep, void, undefined> {
  const entries = request.entries.filter(({ entry }) => entry.details.trashedAt === null);
  const logins = entries.filter(({ entry }) => isPasswordKind(entry.details.kind));
  const byPassword = groupBy(logins, ({ entry }) => entry.secrets.password);
  byPassword.delete('');
  const twins = groupBy(logins, ({ entry }) =>
    JSON.stringify([hostOf(entry.details.url), entry.details.username.toLowerCase(), entry.secrets.password]),
  );
  const weak = new Set<string>();
  let done = 0;
  for (const password of byPassword.keys()) {
    if (!(request.isKnownStrong?.(password) ?? false) && request.isWeak(password)) weak.add(password);
    done += 1;
    if (done % passwordsAStep === 0) yield { kind: 'progress', done, total: byPassword.size };
  }
  const pick = (has: (item: Entry) => boolean, among = entries) => among.filter(({ entry }) => has(entry)).map(({ id }) => id);
  const isAfter = (instant: string | null, limitMs: number) => instant !== null && Date.parse(instant) <= limitMs;
  yield {
    kind: 'report',
    checked: entries.length,
    problems: {
      weak: pick(({ secrets }) => weak.has(secrets.password), logins),
      reused: pick(({ secrets }) => (byPassword.get(secrets.password)?.length ?? 0) > 1, logins),
      old: pick(({ details, secrets }) => secrets.password !== '' && isAfter(details.passwordChangedAt, request.nowMs - yearMs), logins),
      'plain-http': pick(({ details }) => isPlainHttp(details.url)),
      'no-second-factor': pick(({ details }) => details.kind === 'login' && !details.hasTotp && /^https?:\/\/\S/i.test(details.url)),
      expired: pick(({ details }) => isAfter(details.expiresAt, request.nowMs)),
      duplicate: [...twins.values()]
        .filter((group) => group.length > 1 && group[0]?.entry.secrets.password !== '')
        .flatMap((group) => group.map(({ id }) => id)),
    },
  };
}

/** Whether the main secret of such an entry is a password: a card's number, a token or a set of codes is none, and is not checked as one. */
export function isPasswordKind(kind: EntryKind): boolean {
  return kind === 'login';
}

function isPlainHttp(url: string): boolean {
  if (!/^http:\/\//i.test(url.trim())) return false;
  const host = hostOf(url);
  return host !== 'localhost' && host !== '[::1]' && !host.endsWith('.localhost') && !/^127\.\d+\.\d+\.\d+$/.test(host);
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
