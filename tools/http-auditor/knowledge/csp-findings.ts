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
    title: 'CSP contains a source that is not a valid URL',
    evidence: cleanText(policy.trim(), 300),
    why: 'Browsers ignore the source, so the policy may not do what it should. It was not checked for bypasses.',
    fix: 'Write each source as a host, scheme, keyword, nonce or hash.',
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
  const advice = adviceOn(type, severity, value);
  const [title, fix] = advice ?? words[type] ?? [`CSP: ${kind.replaceAll('-', ' ')}`, ''];
  return {
    id: `csp-${kind}`,
    severity: advice === undefined ? (severities[severity] ?? 'info') : 'info',
    title,
    evidence: cleanText(`${directive}${value === undefined ? '' : ` ${value}`}`, 300),
    why: said,
    fix,
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

/** What is said of allowed hosts where no bypass is known: nothing was found there, so it is advice. */
function adviceOn(type: Type, severity: Weight, value: string | undefined): readonly [title: string, fix: string] | undefined {
  if (severity !== Weight.MEDIUM_MAYBE) return undefined;
  if (type === Type.OBJECT_ALLOWLIST_BYPASS) return ['CSP allows plug-in content', "Set object-src 'none'."];
  if (type !== Type.SCRIPT_ALLOWLIST_BYPASS) return undefined;
  const strict = "or use nonces or hashes with 'strict-dynamic'.";
  return value === "'self'"
    ? ['CSP allows every script of the page’s own origin', `Serve no JSONP, AngularJS or uploaded files there, ${strict}`]
    : ['CSP relies on a host allowlist for scripts', `Make sure that the host serves no JSONP or AngularJS, ${strict}`];
}

/** Title and fix of each kind; the reason is in CSP Evaluator's own words. */
const words: Readonly<Partial<Record<Type, readonly [title: string, fix: string]>>> = {
  [Type.MISSING_SEMICOLON]: ['CSP is missing a semicolon', 'End each directive with a semicolon.'],
  [Type.UNKNOWN_DIRECTIVE]: ['CSP contains an unknown directive', 'Correct the spelling, or remove the directive.'],
  [Type.INVALID_KEYWORD]: ['CSP contains an invalid keyword', 'Correct the spelling. Put keywords in single quotes.'],
  [Type.NONCE_CHARSET]: ['CSP nonce contains invalid characters', 'Write nonces in base64.'],
  [Type.MISSING_DIRECTIVES]: ['CSP lacks a directive', 'Add the directive.'],
  [Type.SCRIPT_UNSAFE_INLINE]: [
    'CSP allows inline scripts',
    "Remove 'unsafe-inline'. Use nonces or hashes for the inline scripts that are needed.",
  ],
  [Type.SCRIPT_UNSAFE_EVAL]: ['CSP allows eval()', "Remove 'unsafe-eval', and replace eval() and similar calls in the scripts."],
  [Type.PLAIN_URL_SCHEMES]: ['CSP allows an entire URL scheme', 'Allow individual hosts, or use nonces or hashes.'],
  [Type.PLAIN_WILDCARD]: ['CSP allows any host', 'Allow individual hosts, or use nonces or hashes.'],
  [Type.SCRIPT_ALLOWLIST_BYPASS]: [
    'CSP allows a script host with known bypasses',
    "Remove the host, or use nonces or hashes with 'strict-dynamic'.",
  ],
  [Type.OBJECT_ALLOWLIST_BYPASS]: ['CSP allows a plug-in host with known bypasses', "Set object-src 'none'."],
  [Type.NONCE_LENGTH]: ['CSP nonce is too short', 'Generate at least 128 random bits for each response.'],
  [Type.IP_SOURCE]: ['CSP allows an IP address as a source', 'Allow a host name. Browsers ignore IP addresses other than 127.0.0.1.'],
  [Type.DEPRECATED_DIRECTIVE]: ['CSP uses a deprecated directive', 'Remove the directive, or use its replacement.'],
  [Type.SRC_HTTP]: ['CSP allows a source over plain HTTP', 'Allow the source over HTTPS only.'],
  [Type.STATIC_NONCE]: ['CSP nonce is static', 'Generate a new random nonce for each response.'],
  [Type.STRICT_DYNAMIC]: ["CSP relies on a host allowlist instead of 'strict-dynamic'", "Use nonces or hashes with 'strict-dynamic'."],
  [Type.STRICT_DYNAMIC_NOT_STANDALONE]: [
    "CSP uses 'strict-dynamic' without a nonce or hash",
    'Add nonces or hashes. No script runs without them.',
  ],
  [Type.UNSAFE_INLINE_FALLBACK]: [
    'CSP has no fallback for browsers without nonces',
    "Add 'unsafe-inline'. Browsers that know nonces and hashes ignore it.",
  ],
  [Type.ALLOWLIST_FALLBACK]: [
    "CSP has no fallback for browsers without 'strict-dynamic'",
    "Add https: and http:. Browsers that know 'strict-dynamic' ignore them.",
  ],
  [Type.IGNORED]: ['CSP contains a source that browsers ignore', 'Remove the source.'],
  [Type.REQUIRE_TRUSTED_TYPES_FOR_SCRIPTS]: [
    'CSP does not enforce Trusted Types',
    "Add require-trusted-types-for 'script' once the scripts of the page use Trusted Types.",
  ],
  [Type.REPORTING_DESTINATION_MISSING]: ['CSP has no reporting endpoint', 'Add report-to and report-uri to learn of violations.'],
  [Type.REPORT_TO_ONLY]: ['CSP reports violations in some browsers only', 'Add report-uri next to report-to.'],
};
