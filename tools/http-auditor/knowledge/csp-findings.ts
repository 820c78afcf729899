import { cleanText } from '@castellan/exports/plain-text';
import type { Finding, Severity } from '@castellan/probes/report';
import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js';
import { Type, type Finding as Weakness, Severity as Weight } from 'csp_evaluator/dist/finding.js';
import { CspParser } from 'csp_evaluator/dist/parser.js';

const maxPolicyLength = 20_000;

/**
 * The ways around the policies of a page, as Google's CSP Evaluator knows them. Policies are parted at commas, as browsers do;
 * all are enforced, so that a way around is one only if every policy leaves it open. Mistakes in spelling count in each.
 */
export function findPolicyWeaknesses(policies: readonly string[]): readonly Finding[] {
  const texts = policies
    .flatMap((policy) => policy.slice(0, maxPolicyLength).split(','))
    .filter((policy) => policy.trim() !== '')
    .slice(0, 20);
  const judged = texts.map(evaluate).filter((weaknesses) => weaknesses !== undefined);
  const found = judged
    .flat()
    .filter((weakness) => isMistake(weakness) || judged.every((others) => others.some((other) => isSame(other, weakness))));
  const unique = found.filter((weakness, at) => found.findIndex((other) => isSame(other, weakness)) === at);
  const unread = texts.filter((policy) => evaluate(policy) === undefined);
  return [...unread.map(tellUnread), ...unique.filter(({ severity }) => severity !== Weight.NONE).map(describe)];
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

function isSame(one: Weakness, other: Weakness): boolean {
  return one.type === other.type && one.directive === other.directive && one.value === other.value;
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
