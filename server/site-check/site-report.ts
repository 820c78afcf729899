/**
 * What is not as the release says.
 * - `release_missing`, `release_unreadable`, `release_older` than wanted, `release_differs` from the own build's,
 *   `other_release` than the one that all visitors are held against.
 * - `signature_missing`, `signature_wrong`, `comment_differs`: the trusted comment names another release.
 * - `key_missing`, `key_differs`: what new devices would take for the site's key is not the key of the check.
 * - `file_missing`, `file_changed`, `file_added`: the site's release lists it and the own build has it not.
 * - `code_added`: code in a changed page or script that the release does not know.
 * - `policy_weaker`, `type_changed`, `header_added`: headers that change what a browser does with the right bytes.
 * - `redirected`, `wrong_status`, `too_long`, `not_unpacked`: an answer that no browser could take for the file.
 */
export type FindingKind =
  | 'release_missing'
  | 'release_unreadable'
  | 'release_older'
  | 'release_differs'
  | 'other_release'
  | 'signature_missing'
  | 'signature_wrong'
  | 'comment_differs'
  | 'key_missing'
  | 'key_differs'
  | 'file_missing'
  | 'file_changed'
  | 'file_added'
  | 'code_added'
  | 'policy_weaker'
  | 'type_changed'
  | 'header_added'
  | 'redirected'
  | 'wrong_status'
  | 'too_long'
  | 'not_unpacked';

/** Something that is not as the release says, and to whom it was served so. Details came from the site. */
export type SiteFinding = {
  readonly kind: FindingKind;
  readonly path: string;
  readonly detail: string;
  readonly visitors: readonly string[];
};

/** What could not be compared, because no whole answer came. `why`: a failure of the connection, or a status such as `status_503`. */
export type SiteSilence = { readonly path: string; readonly why: string; readonly visitors: readonly string[] };

/**
 * Who signed the release. `by_key`: the key that the check was given. `by_own_key`: the one that the site itself hands out, which says only
 * that the two fit together. `not_judged`: there is a signature, and no key. `none`: neither is there. `missing`: a key, and no signature.
 */
export type SignatureState = 'by_key' | 'by_own_key' | 'not_judged' | 'none' | 'missing' | 'wrong';

/** Why a check ended before everything was asked. */
export type SiteEnd = 'time' | 'bytes' | 'silence';

/** What a check saw. */
export type SiteReport = {
  /** The one that all visitors are held against: a signed one before any other, or else the first that can be read. `hash`: its identity. */
  readonly release:
    | {
        readonly version: number;
        readonly name: string;
        readonly commit: string | null;
        readonly hash: string;
        readonly signature: SignatureState;
      }
    | undefined;
  readonly findings: readonly SiteFinding[];
  /** More was found than is kept. */
  readonly hasMore: boolean;
  readonly unanswered: readonly SiteSilence[];
  /** Answers that were compared. */
  readonly compared: number;
  /** The protocols by which the site was asked. */
  readonly ways: readonly string[];
  /** Those by which it has an address and no answer came. `why`: see the check's failure. */
  readonly closedWays: readonly { readonly name: string; readonly why: string }[];
  readonly endedBy: SiteEnd | undefined;
};

/** Notes a finding for one visitor. */
export type FindForVisitor = (kind: FindingKind, path: string, detail?: string) => void;

/** A hostile site may make everything wrong; more of the same tells nothing new. */
const maxKept = 500;

/** Gathers what several visitors are served into one entry for each thing. */
export function createSiteNotes() {
  const findings = new Map<string, { kind: FindingKind; path: string; detail: string; visitors: string[] }>();
  const unanswered = new Map<string, { path: string; why: string; visitors: string[] }>();
  let hasMore = false;
  const add = <Entry extends { visitors: string[] }>(into: Map<string, Entry>, key: string, visitor: string, make: () => Entry) => {
    const known = into.get(key);
    if (known?.visitors.includes(visitor)) return;
    if (known !== undefined) known.visitors.push(visitor);
    else if (into.size < maxKept) into.set(key, make());
    else hasMore = true;
  };
  return {
    find: (visitor: string, kind: FindingKind, path: string, detail = '') =>
      add(findings, `${kind} ${path} ${detail}`, visitor, () => ({ kind, path, detail, visitors: [visitor] })),
    hear: (visitor: string, path: string, why: string) =>
      add(unanswered, `${path} ${why}`, visitor, () => ({ path, why, visitors: [visitor] })),
    all: () => ({ findings: [...findings.values()], unanswered: [...unanswered.values()], hasMore }),
  };
}
