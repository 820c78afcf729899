import { setTimeout } from 'node:timers/promises';
import { trimEndOf } from '@castellan/foundation/line-text';
import type { Result } from '@castellan/foundation/result';
import type { Egress, EgressFailure } from '../../../server/adapters/egress.ts';
import { type LogAnswer, type LogFailure, type LoggedName, mergeSeen, readCertSpotter, readCrtSh } from '../knowledge/certificate-logs.ts';
import type { NameSource, SourceState } from '../knowledge/radar-report.ts';

/** What a log knows, and how it did. */
export type LogFound = { readonly names: readonly LoggedName[]; readonly state: SourceState };

type Asking = { readonly egress: Egress; readonly signal: AbortSignal; readonly base: string; readonly domain: string };

const maxAnswerBytes = 32 * 1024 * 1024;
const timeoutMs = 25_000;
const maxPages = 10;
/** What a log may ask to wait before the one further try. */
const maxWaitMs = 5_000;

/** Asks crt.sh once, and once more where it was busy. */
export async function askCrtSh({ egress, signal, base, domain }: Asking): Promise<LogFound> {
  const url = `${trimmed(base)}/?q=${encodeURIComponent(`%.${domain}`)}&output=json`;
  const answer = await fetchLog(url, { egress, signal }, (text) => readCrtSh(text, domain));
  return told('crt.sh', answer.ok ? answer.value.names : [], answer.ok ? '' : answer.failure.message);
}

/** Asks Cert Spotter page by page. */
export async function askCertSpotter({ egress, signal, base, domain }: Asking): Promise<LogFound> {
  const seen = new Map<string, LoggedName>();
  let after: string | undefined;
  for (let page = 0; page < maxPages; page += 1) {
    const query = new URLSearchParams({
      domain,
      include_subdomains: 'true',
      expand: 'dns_names',
      ...(after === undefined ? {} : { after }),
    });
    const answer = await fetchLog(`${trimmed(base)}/v1/issuances?${query}`, { egress, signal }, (text) => readCertSpotter(text, domain));
    if (!answer.ok) return told('Cert Spotter', [...seen.values()], answer.failure.message);
    for (const name of answer.value.names) seen.set(name.name, mergeSeen(seen.get(name.name), name));
    if (answer.value.after === undefined || answer.value.after === after) return told('Cert Spotter', [...seen.values()], '');
    after = answer.value.after;
  }
  return told('Cert Spotter', [...seen.values()], 'There are more pages than were read.');
}

function told(source: NameSource, names: readonly LoggedName[], problem: string): LogFound {
  return { names, state: { source, names: names.length, problem } };
}

async function fetchLog(
  url: string,
  { egress, signal }: Pick<Asking, 'egress' | 'signal'>,
  read: (text: string) => Result<LogAnswer, LogFailure>,
): Promise<Result<LogAnswer, LogFailure>> {
  const fail = (message: string): Result<never, LogFailure> => ({ ok: false, failure: { code: 'log_answer', message } });
  for (let attempt = 0; ; attempt += 1) {
    const answer = await egress.send({
      url,
      headers: { accept: 'application/json' },
      maxBodyBytes: maxAnswerBytes,
      timeoutMs,
      maxRedirects: 3,
      signal,
    });
    if (!answer.ok) return fail(describeFailure(answer.failure.code));
    const { status, headers, body } = answer.value;
    if (status === 200) return read(body.toString('utf8'));
    const waitMs = Number(headers['retry-after'] ?? 1) * 1_000;
    if (attempt > 0 || ![429, 502, 503, 504].includes(status) || !(waitMs <= maxWaitMs)) {
      return fail(status === 429 ? 'Too many requests, status 429.' : `It answered with status ${status}.`);
    }
    await setTimeout(waitMs, undefined, { signal }).catch(() => {});
  }
}

function trimmed(base: string): string {
  return trimEndOf(base, '/');
}

/** Why a source could not be asked. */
export function describeFailure(code: EgressFailure['code']): string {
  switch (code) {
    case 'timed_out':
      return 'No answer in time.';
    case 'address_refused':
      return 'Its address is not public. Allow its network in TOOLS_ALLOW_CIDRS.';
    case 'name_not_found':
      return 'Its host name has no address.';
    case 'body_too_long':
      return 'The answer is longer than 32 MiB.';
    case 'aborted':
      return 'The run ended first.';
    default:
      return 'It cannot be reached.';
  }
}
