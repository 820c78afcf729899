import { oneLine } from '@castellan/exports/plain-text';
import { hashWords } from '@castellan/release/hash-words';
import { hashBytes } from '@castellan/release/release';
import type { SiteFailure } from './check-site.ts';
import type { FindingKind, SignatureState, SiteEnd, SiteReport } from './site-report.ts';

/** What the check was given to hold the site against, besides the site's own release. */
export type GivenToCheck = { readonly site: string; readonly hasKey: boolean; readonly hasSource: boolean };

/** `incomplete`: nothing is wrong of what was compared, and not everything could be. */
export type SiteVerdict = 'as_released' | 'not_as_released' | 'incomplete';

/** The verdict on a site. What could not be compared never makes a good one. */
export function verdictOf({ findings, unanswered, endedBy, release }: SiteReport): SiteVerdict {
  if (findings.length > 0) return 'not_as_released';
  return unanswered.length > 0 || endedBy !== undefined || release === undefined ? 'incomplete' : 'as_released';
}

const words: Readonly<Record<FindingKind, string>> = {
  release_missing: 'No release is served',
  release_unreadable: 'What is served is no release',
  release_older: 'An older release than --not-before allows',
  release_differs: 'Another release than your build',
  other_release: 'Another release than other visitors were served',
  signature_missing: 'No signature is served',
  signature_wrong: 'The signature is not of this release by this key',
  comment_differs: 'The comment of the signature names another release',
  key_missing: 'The site hands out no key, so new devices would want no signature',
  key_differs: 'The site hands out another key to new devices',
  file_missing: 'Missing',
  file_changed: 'Changed',
  file_added: 'Not in your build',
  code_added: 'Code added',
  policy_weaker: 'Weaker policy',
  type_changed: 'Another type',
  header_added: 'A header that no release has and that browsers may act on',
  redirected: 'Redirected',
  wrong_status: 'Another status than 200',
  too_long: 'Longer than any file of a build',
  not_unpacked: 'Cannot be unpacked',
};

const signatureWords: Readonly<Record<SignatureState, string>> = {
  by_key: 'It is signed by the key of --key.',
  by_own_key:
    'It is signed by the key that the site itself hands out, which says only that the two fit together. Name the key that you know with --key.',
  not_judged: 'Its signature was not verified.',
  none: 'It is not signed.',
  missing: 'Its signature is missing.',
  wrong: 'Its signature is WRONG.',
};

const endWords: Readonly<Record<SiteEnd, string>> = {
  time: 'The check ended when its time was over.',
  bytes: 'The check ended because the site sent more bytes than any release has.',
  silence: 'The check ended because the site stopped answering.',
};

/** What no check from outside can know, in sentences. */
export function whatItCannotKnow({ hasKey, hasSource }: GivenToCheck, { closedWays }: SiteReport): readonly string[] {
  return [
    ...(hasKey || hasSource
      ? []
      : [
          'Without --key or --source the release is the site’s own word: this shows that the site agrees with itself, and not who made it.',
        ]),
    'It cannot know what is served to somebody else, from another address or at another time, what the server does with data, or whether the public pages are as they were built.',
    ...closedWays.map(({ name, why }) => `What is served by ${name} is not known: no answer came (${why.replaceAll('_', ' ')}).`),
  ];
}

/** Most lines of findings that are printed; `--json` has all. */
const maxLines = 40;

/** The report in lines for people, each safe for a terminal. */
export function tellReport(report: SiteReport, given: GivenToCheck, visitorCount: number): readonly string[] {
  const { findings, unanswered, hasMore, release, compared, ways, endedBy } = report;
  const to = (visitors: readonly string[]) => (visitors.length === visitorCount ? 'to every visitor' : `to ${visitors.join('; ')}`);
  const wrong = findings.map(
    ({ kind, path, detail, visitors }) => `${words[kind]}: ${path}${detail === '' ? '' : ` (${detail})`}, ${to(visitors)}`,
  );
  const silent = unanswered.map(({ path, why, visitors }) => `No answer: ${path} (${why.replaceAll('_', ' ')}), ${to(visitors)}`);
  const lines = [...wrong, ...silent];
  const left = lines.length - maxLines;
  return [
    given.site,
    ...(release === undefined
      ? ['It serves no release that can be read: it is no Castellan site, or its release is withheld.']
      : [
          `Release ${release.version} (${release.name}, commit ${release.commit ?? 'unknown'}): ${hashWords(hashBytes(release.hash)).join(' ')}`,
          signatureWords[release.signature],
          ...(given.hasSource && !findings.some(({ kind }) => kind === 'release_differs') ? ['It is the release of your build.'] : []),
        ]),
    ...lines.slice(0, maxLines),
    ...(left > 0 ? [`and ${left} more, which --json prints.`] : []),
    ...(hasMore ? ['More was found than is kept.'] : []),
    ...(endedBy === undefined ? [] : [endWords[endedBy]]),
    `${compared} answers were compared, by ${ways.join(' and ')}. ${verdictWords(report)}`,
    ...whatItCannotKnow(given, report),
  ].map(oneLine);
}

function verdictWords(report: SiteReport): string {
  const verdict = verdictOf(report);
  if (verdict === 'as_released') return 'All of them are as the release says.';
  if (verdict === 'incomplete') return 'They are as the release says, and not everything could be compared.';
  const { length } = report.findings;
  return length === 1 ? 'One thing is not as the release says.' : `${length} things are not as the release says.`;
}

/** Why nothing was compared, in one sentence and what to do. `site`: its origin. */
export function tellFailure({ code, detail }: SiteFailure, site: string): string {
  if (code === 'redirected') {
    const target = URL.parse(detail, site);
    return target === null || target.origin === site
      ? oneLine(
          `${site} answers the question for its release with a redirect (${detail}): it is no Castellan site, or its release is withheld.`,
        )
      : oneLine(`${site} leads to ${target.origin}. Check that address.`);
  }
  const { host, protocol } = new URL(site);
  if (detail === 'name_not_found') return `${host} has no address: see whether it is spelled right and this machine is online.`;
  if (detail === 'address_refused')
    return `${host} is not at a public address. TOOLS_ALLOW_CIDRS names networks that may be asked all the same, such as 127.0.0.0/8.`;
  if (detail === 'certificate_not_trusted')
    return `The certificate of ${host} is not trusted: it has expired, is for another name, or comes from an authority that this machine does not know (NODE_EXTRA_CA_CERTS names more). Nothing was compared.`;
  if (detail === 'timed_out') return `${site} did not answer in time.`;
  if (detail.startsWith('status_')) return `${site} says that it cannot answer now (status ${detail.slice('status_'.length)}).`;
  return `No connection to ${site} came about: nothing answers there by ${protocol.slice(0, -1)}, or this machine is offline.`;
}
