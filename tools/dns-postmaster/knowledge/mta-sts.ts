import { cleanText } from '@castellan/exports/plain-text';
import { splitAtFirst } from '@castellan/foundation/line-text';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { Finding } from '@castellan/probes/report';
import { type Inspected, stateOf } from './part.ts';
import { parseTagList } from './tag-list.ts';

/** A policy file (RFC 8461 §3.2). */
export type StsPolicy = {
  readonly mode: 'enforce' | 'testing' | 'none';
  readonly mx: readonly string[];
  readonly maxAgeSeconds: number;
  /** How many `mx` lines it has beyond the first `maxPolicyServers`, which alone are read. Reports from before this was told lack it. */
  readonly left?: number;
};

/** Of a policy's `mx` lines so many are read. */
export const maxPolicyServers = 100;

/** What a domain says about TLS of mail to it. */
export type StsFacts = {
  /** The record at `_mta-sts`; empty where there is none. */
  readonly record: string;
  readonly policy: StsPolicy | null;
  /** Why there is no policy though a record announces one; empty otherwise. */
  readonly problem: string;
  /** Mail servers that the policy does not allow. */
  readonly unlisted: readonly string[];
  /** Why the record could not be looked up; none where it could. */
  readonly failure?: string;
};

/** Reads a policy file; a sentence where it is none. */
export function parseStsPolicy(text: string): Result<StsPolicy, { readonly code: 'sts_policy'; readonly message: string }> {
  const refuse = (message: string) => fail({ code: 'sts_policy', message } as const);
  const fields = new Map<string, string>();
  const mx: string[] = [];
  for (const line of text.split(/\r?\n/).filter((one) => one.trim() !== '')) {
    const field = readField(line);
    if (field === undefined) return refuse(`"${cleanText(line, 60)}" is not a line of a policy.`);
    const { name, value } = field;
    // Of a field that stands twice, the first counts.
    if (name === 'mx') mx.push(cleanText(value.toLowerCase()));
    else if (!fields.has(name)) fields.set(name, value);
  }
  if (fields.get('version') !== 'STSv1') return refuse('The policy must contain version: STSv1.');
  const mode = (['enforce', 'testing', 'none'] as const).find((one) => one === fields.get('mode'));
  if (mode === undefined) return refuse('The mode must be enforce, testing or none.');
  const age = fields.get('max_age') ?? '';
  if (!/^\d{1,10}$/.test(age) || Number(age) > 31_557_600) return refuse('max_age must be a number of seconds up to 31557600.');
  if (mx.length === 0 && mode !== 'none') return refuse('The policy has no mx line.');
  const left = Math.max(0, mx.length - maxPolicyServers);
  return succeed({ mode, mx: mx.slice(0, maxPolicyServers), maxAgeSeconds: Number(age), ...(left === 0 ? {} : { left }) });
}

/** `name: value`; `undefined` where a line is none. */
function readField(line: string): { readonly name: string; readonly value: string } | undefined {
  const [name = '', value = ''] = splitAtFirst(line, ':')?.map((part) => part.trim()) ?? [];
  return /^[A-Za-z0-9_.-]+$/.test(name) && !/[\r\u2028\u2029]/.test(value) ? { name, value } : undefined;
}

/** Whether a policy's pattern allows a server: the name itself, or `*.` for one label (RFC 8461 §4.1). */
export function allowsServer(pattern: string, host: string): boolean {
  return pattern.startsWith('*.') ? host.slice(host.indexOf('.') + 1) === pattern.slice(2) && host.includes('.') : pattern === host;
}

/** The one record at `_mta-sts`, or why there is none. */
export function readStsRecord(texts: readonly string[]): { readonly record: string; readonly problem: string } {
  const [text, ...more] = texts.filter((one) => /^v=STSv1\s*(?:;|$)/.test(one));
  if (text === undefined) return { record: '', problem: '' };
  const record = cleanText(text);
  if (more.length > 0) return { record, problem: 'There are several records at _mta-sts; only one is allowed.' };
  return /^[A-Za-z0-9]{1,32}$/.test(parseTagList(text)?.get('id') ?? '')
    ? { record, problem: '' }
    : { record, problem: 'The record has no valid id.' };
}

/** Judges a policy against the servers that take the domain's mail. */
export function judgeSts(facts: StsFacts, takesMail: boolean): Inspected<StsFacts> {
  const { record, policy, problem, unlisted, failure } = facts;
  if (failure !== undefined) return { facts, part: { id: 'mta-sts', title: 'MTA-STS', state: 'unknown', summary: failure }, findings: [] };
  const findings: Finding[] = [];
  if (record === '') {
    if (takesMail) {
      findings.push({
        id: 'sts-missing',
        severity: 'low',
        title: 'MTA-STS is not configured',
        evidence: 'There is no v=STSv1 record at _mta-sts.',
        why: 'A man in the middle can strip STARTTLS or redirect mail to another server (RFC 8461 §1).',
        fix: 'Publish an MTA-STS policy, at first with mode: testing.',
      });
    }
  } else if (policy === null) {
    findings.push({
      id: 'sts-broken',
      severity: 'medium',
      title: 'The MTA-STS policy is not valid or cannot be fetched',
      evidence: problem,
      why: 'Senders treat the domain as without MTA-STS.',
      fix: 'Serve the policy at https://mta-sts.DOMAIN/.well-known/mta-sts.txt with a valid certificate, and without redirects.',
    });
  } else {
    if (unlisted.length > 0) {
      findings.push({
        id: 'sts-unlisted',
        severity: policy.mode === 'enforce' ? 'high' : 'medium',
        title: 'The MTA-STS policy does not list every mail server',
        evidence: unlisted.join(', '),
        why:
          policy.mode === 'enforce'
            ? 'Senders that support MTA-STS do not deliver to these servers.'
            : 'Once the policy is enforced, senders do not deliver to these servers.',
        fix: 'Add an mx line for each server, and change the id of the record.',
      });
    }
    if (policy.left !== undefined) {
      findings.push({
        id: 'sts-long',
        severity: 'info',
        title: 'The MTA-STS policy was read in part',
        evidence: `The first ${policy.mx.length} of ${policy.mx.length + policy.left} mx lines were read.`,
        why: 'Servers listed further below are reported as not listed.',
        fix: 'Use a wildcard pattern: *.example.org.',
      });
    }
    if (policy.mode !== 'enforce') {
      findings.push({
        id: 'sts-not-enforced',
        severity: 'low',
        title: `MTA-STS is in mode ${policy.mode}, not enforce`,
        evidence: record,
        why: policy.mode === 'testing' ? 'Senders report failures, and still deliver.' : 'The policy is being withdrawn.',
        fix: 'Once TLS reports show no failures, set mode: enforce.',
      });
    }
    if (policy.maxAgeSeconds < 604_800) {
      findings.push({
        id: 'sts-short',
        severity: 'info',
        title: 'The max_age of the MTA-STS policy is short',
        evidence: `max_age: ${policy.maxAgeSeconds}`,
        why: 'The cached policy expires between deliveries, and the first fetch after that is open to attack.',
        fix: 'Set several weeks: max_age: 2592000.',
      });
    }
  }
  const state = record === '' ? (takesMail ? 'missing' : 'sound') : stateOf(findings);
  const summary = record === '' ? (takesMail ? 'No policy' : 'Not needed') : (policy?.mode ?? 'Not valid');
  return { facts, part: { id: 'mta-sts', title: 'MTA-STS', state, summary }, findings };
}
