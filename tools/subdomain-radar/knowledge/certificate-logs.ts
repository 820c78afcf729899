import { parseJson } from '@castellan/foundation/parse-json';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import { parseHost } from '@castellan/probes/target';

/** A name in certificates, with the first and the latest of them (ISO 8601). */
export type LoggedName = { readonly name: string; readonly firstSeen: string; readonly lastSeen: string };

/** Names below a domain, as a log's answer has them. Names with a wildcard in front count as the name behind it. */
export type LogAnswer = {
  readonly names: readonly LoggedName[];
  /** Where the next page begins; `undefined` where there is none. */
  readonly after: string | undefined;
};

/** Why an answer says nothing. */
export type LogFailure = { readonly code: 'log_answer'; readonly message: string };

/** More names than anybody has. */
const maxNames = 20_000;

/** What `crt.sh/?q=…&output=json` answers: an array of `{name_value, not_before}`, names between line breaks. */
export function readCrtSh(text: string, domain: string): Result<LogAnswer, LogFailure> {
  return readEntries(
    text,
    (entry) => {
      const { name_value: names, not_before: from } = entry;
      return typeof names === 'string' ? { names: names.split('\n'), from } : undefined;
    },
    domain,
  );
}

/** What Cert Spotter's `/v1/issuances` answers with `expand=dns_names`: an array of `{id, dns_names, not_before}`. */
export function readCertSpotter(text: string, domain: string): Result<LogAnswer, LogFailure> {
  return readEntries(
    text,
    (entry) => {
      const { dns_names: names, not_before: from, id } = entry;
      return Array.isArray(names) ? { names: names.filter((name) => typeof name === 'string'), from, id } : undefined;
    },
    domain,
  );
}

type Entry = { readonly names: readonly string[]; readonly from: unknown; readonly id?: unknown };

function readEntries(
  text: string,
  read: (entry: Readonly<Record<string, unknown>>) => Entry | undefined,
  domain: string,
): Result<LogAnswer, LogFailure> {
  const list = parseJson(text);
  if (list === undefined)
    return fail({ code: 'log_answer', message: text.trim() === '' ? 'The answer is empty.' : 'The answer is not valid JSON.' });
  if (!Array.isArray(list)) return fail({ code: 'log_answer', message: 'The answer has an unexpected format.' });
  const seen = new Map<string, LoggedName>();
  let after: string | undefined;
  for (const item of list) {
    const entry = typeof item === 'object' && item !== null ? read(item as Readonly<Record<string, unknown>>) : undefined;
    if (entry === undefined) continue;
    if (typeof entry.id === 'string') after = entry.id;
    const moment = momentOf(entry.from);
    for (const written of entry.names) {
      const name = nameBelow(written, domain);
      if (name === undefined || (seen.size >= maxNames && !seen.has(name))) continue;
      seen.set(name, mergeSeen(seen.get(name), { name, firstSeen: moment, lastSeen: moment }));
    }
  }
  return succeed({ names: [...seen.values()], after });
}

/** The two as one: seen from the earlier to the later. An unknown moment is the empty text. */
export function mergeSeen(known: LoggedName | undefined, other: LoggedName): LoggedName {
  if (known === undefined) return other;
  const firsts = [known.firstSeen, other.firstSeen].filter((moment) => moment !== '').sort();
  const lasts = [known.lastSeen, other.lastSeen].filter((moment) => moment !== '').sort();
  return { name: known.name, firstSeen: firsts[0] ?? '', lastSeen: lasts.at(-1) ?? '' };
}

function momentOf(given: unknown): string {
  // crt.sh leaves the zone out: it is UTC.
  const text = typeof given === 'string' ? given.replace(/(\d)$/, '$1Z') : '';
  const moment = Date.parse(text);
  return Number.isNaN(moment) ? '' : new Date(moment).toISOString();
}

/** A name below a domain in its one spelling, a wildcard's labels left out; `undefined` where it is none. */
export function nameBelow(written: string, domain: string): string | undefined {
  const name = written
    .trim()
    .toLowerCase()
    .replace(/^(?:\*\.)+/, '')
    .replace(/\.$/, '');
  if (!name.endsWith(`.${domain}`)) return undefined;
  const host = parseHost(name);
  return host.ok && host.value.kind === 'name' ? name : undefined;
}
