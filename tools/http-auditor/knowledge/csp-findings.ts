import { cleanText } from '@castellan/exports/plain-text';
import { tellLeftOut } from '@castellan/probes/read-in-part';
import type { Finding, Severity } from '@castellan/probes/report';
import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js';
import { Type, type Finding as Weakness, Severity as Weight } from 'csp_evaluator/dist/finding.js';
import { CspParser } from 'csp_evaluator/dist/parser.js';

/** So much of a policy is looked at, and so many policies of a page. */
const maxPolicyLength = 20_000;
const maxPolicies = 20;
/** So many weaknesses are named. */
const maxWeaknesses = 100;

/**
 * The ways around the policies of a page, as Google's CSP Evaluator knows them. Policies are parted at commas, as browsers do;
 * all are enforced, so that a way around is one only if every policy leaves it open. Mistakes in spelling count in each.
 */
export function findPolicyWeaknesses(policies: readonly string[]): readonly Finding[] {
  const all = policies.flatMap((policy) => policy.slice(0, maxPolicyLength).split(',')).filter((policy) => policy.trim() !== '');
  const texts = all.slice(0, maxPolicies);
  const evaluated = texts.map(evaluate);
  const judged = evaluated
    .filter((weaknesses) => weaknesses !== undefined)
    .map((weaknesses) => new Map(weaknesses.map((one) => [keyOf(one), one])));
  const found = judged
    .flatMap((weaknesses) => [...weaknesses])
    .filter(([key, weakness]) => isMistake(weakness) || judged.every((others) => others.has(key)));
  const unique = [...new Map(found).values()].filter(({ severity }) => severity !== Weight.NONE);
  const unread = texts.filter((_, at) => evaluated[at] === undefined);
  const cut = policies.filter((policy) => policy.length > maxPolicyLength).length;
  return [
    ...unread.map(tellUnread),
    ...unique.slice(0, maxWeaknesses).map(describe),
    ...tellLeftOut([
      { what: 'weaknesses of policies', read: Math.min(unique.length, maxWeaknesses), all: unique.length },
      { what: 'policies', read: texts.length, all: all.length },
      ...(cut === 0
        ? []
        : [
            {
              what: 'characters of a policy',
              read: maxPolicyLength,
              all: policies.reduce((longest, { length }) => Math.max(longest, length), 0),
            },
          ]),
    ]),
  ];
}

/** `undefined` where the evaluator gives up: a source in the policy is no address. */
function evaluate(policy: string): readonly Weakness[] | undefined {
  try {
    return new CspEvaluator(new CspParser(policy).csp).evaluate();
  } catch {
    return undefined;
  }
}

function tellUnread(policy: string): Finding {
  return {
    id: 'csp-source-unreadable',
    severity: 'medium',
    title: 'Policy: a source is no address',
    evidence: cleanText(policy.trim(), 300),
    why: 'Browsers leave such a source out, so that the policy is not what was meant. Ways around it could not be looked for.',
    fix: 'Write each source as a host, a scheme, a keyword, a nonce or a hash.',
  };
}

function isMistake({ type }: Weakness): boolean {
  return type < Type.MISSING_DIRECTIVES;
}

/** Two weaknesses with the same key are one. */
function keyOf({ type, directive, value }: Weakness): string {
  return JSON.stringify([type, directive, value]);
}

function describe({ type, description, severity, directive, value }: Weakness): Finding {
  const kind = (Type[type] ?? 'other').toLowerCase().replaceAll('_', '-');
  const said = cleanText(description.replace(/\s+/g, ' ').trim(), 500);
  return {
    id: `csp-${kind}`,
    severity: severities[severity] ?? 'info',
    title: `Policy: ${titles[type] ?? kind.replaceAll('-', ' ')}`,
    evidence: cleanText(`${directive}${value === undefined ? '' : ` ${value}`}`, 300),
    why: said,
    fix: '',
  };
}

const severities: Readonly<Partial<Record<Weight, Severity>>> = {
  [Weight.HIGH]: 'high',
  [Weight.SYNTAX]: 'medium',
  [Weight.MEDIUM]: 'medium',
  [Weight.HIGH_MAYBE]: 'low',
  [Weight.STRICT_CSP]: 'info',
  [Weight.MEDIUM_MAYBE]: 'low',
  [Weight.INFO]: 'info',
};

const titles: Readonly<Partial<Record<Type, string>>> = {
  [Type.MISSING_SEMICOLON]: 'a semicolon is missing',
  [Type.UNKNOWN_DIRECTIVE]: 'a directive that browsers do not know',
  [Type.INVALID_KEYWORD]: 'a keyword that browsers do not know',
  [Type.NONCE_CHARSET]: 'a nonce with letters that are not allowed',
  [Type.MISSING_DIRECTIVES]: 'a directive is missing',
  [Type.SCRIPT_UNSAFE_INLINE]: 'inline scripts run',
  [Type.SCRIPT_UNSAFE_EVAL]: 'eval runs',
  [Type.PLAIN_URL_SCHEMES]: 'a whole scheme is allowed',
  [Type.PLAIN_WILDCARD]: 'every host is allowed',
  [Type.SCRIPT_ALLOWLIST_BYPASS]: 'an allowed host serves scripts that run anything',
  [Type.OBJECT_ALLOWLIST_BYPASS]: 'an allowed host serves plug-ins that run anything',
  [Type.NONCE_LENGTH]: 'a nonce is short',
  [Type.IP_SOURCE]: 'a source is an IP address',
  [Type.DEPRECATED_DIRECTIVE]: 'a directive is deprecated',
  [Type.SRC_HTTP]: 'a source is plain HTTP',
  [Type.STATIC_NONCE]: 'a nonce does not change',
  [Type.STRICT_DYNAMIC]: 'hosts are listed in place of strict-dynamic',
  [Type.STRICT_DYNAMIC_NOT_STANDALONE]: 'strict-dynamic stands without nonce or hash',
  [Type.UNSAFE_INLINE_FALLBACK]: 'nothing for browsers that know no nonces',
  [Type.ALLOWLIST_FALLBACK]: 'nothing for browsers that know no strict-dynamic',
  [Type.IGNORED]: 'a source is ignored',
  [Type.REQUIRE_TRUSTED_TYPES_FOR_SCRIPTS]: 'Trusted Types are not required',
  [Type.REPORTING_DESTINATION_MISSING]: 'nobody is told of violations',
  [Type.REPORT_TO_ONLY]: 'only some browsers report violations',
};
