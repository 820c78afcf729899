/** How the site's own answer to a request for its home page is graded. */
export type HeaderGrade = {
  /** Of the HTTP Observatory, `A+` to `F`. */
  readonly grade: string;
  readonly score: number;
  /** The day, UTC: `2026-11-22`. */
  readonly measuredOn: string;
  /** The moment, ISO 8601, UTC. */
  readonly measuredAt: string;
};

/** The grade of one day. */
export type GradedDay = { readonly day: string; readonly grade: string };

/** One past day of the log, as it is published. */
export type ProvenDay = {
  /** UTC, `2026-11-21`. */
  readonly day: string;
  /** Of the log at the end of that day: 64 hexadecimal digits. */
  readonly hash: string;
};

/** What the site publishes of itself for anybody to check. */
export type SiteProof = {
  /** The newest of the signed days. */
  readonly lastDay: ProvenDay | undefined;
  readonly headers: HeaderGrade | undefined;
  /** The grades that are kept, one a day, the oldest first, at most 90. */
  readonly gradedDays: readonly GradedDay[];
};

/** With what the page about it shows besides. */
export type WholeSiteProof = Omit<SiteProof, 'gradedDays'> & {
  /** The newest first, at most 14. */
  readonly days: readonly ProvenDay[];
  /** How many are signed in all. */
  readonly dayCount: number;
  /** The first that is signed by the present key, where earlier ones are signed by another. */
  readonly keySince: string | undefined;
  /** SHA-256 of the present key as DER: 64 hexadecimal digits. */
  readonly keyFingerprint: string;
  /** What is served of the pages behind the sign-in; none where nothing is built. */
  readonly release?: ProvenRelease | undefined;
};

/** The release of the pages behind the sign-in. */
export type ProvenRelease = {
  readonly version: number;
  readonly commit: string | undefined;
  /** SHA-256 of `release.json`: 64 hexadecimal digits. */
  readonly hash: string;
  /** The same hash as six words. */
  readonly words: string;
  readonly fileCount: number;
  /** The number of the key that signed it; `undefined`: it is not signed. */
  readonly signedBy: string | undefined;
};

/** One post of the owner's blog. */
export type BlogPost = {
  readonly title: string;
  readonly url: string;
  /** The day, UTC, where the feed says one: `2026-11-21`. */
  readonly publishedOn: string | undefined;
};
