import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { MinisignKey } from '@castellan/release/minisign';
import { hashOf, type Release, readRelease, writeRelease } from '@castellan/release/release';
import { releaseAddresses } from '@castellan/release/release-addresses';
import type { Egress } from '../adapters/egress.ts';
import { type AskAsVisitor, createSiteAsker, type NoSiteAnswer, type SiteAsker, type SiteLimits, siteLimits } from './ask-site.ts';
import { compareFile } from './compare-file.ts';
import { judgeSiteSignature, type SiteSignature } from './judge-signature.ts';
import { createSiteNotes, type FindForVisitor, type SignatureState, type SiteReport } from './site-report.ts';
import { headersFor, siteVisitors } from './site-visitors.ts';

/** One way to a site: its addresses of one protocol. */
export type SiteWay = { readonly name: string; readonly egress: Egress };

/** What to hold a site against. */
export type SiteCheck = {
  /** Scheme, host and port. */
  readonly origin: string;
  readonly ways: readonly SiteWay[];
  /** Who signs its releases. */
  readonly key?: MinisignKey | undefined;
  /** The release that one built oneself: the site's files are then held against it, and not against the site's own. */
  readonly own?: Release | undefined;
  /** The lowest number that its release may have. */
  readonly notBefore?: number;
  readonly limits?: Partial<SiteLimits>;
  /** Told before each visitor asks. */
  readonly onVisitor?: (name: string) => void;
};

/**
 * Why nothing was compared: the site leads elsewhere (`redirected`), or answered by no way (`no_answer`; of the first way `detail` says why:
 * a code of the egress guard, a status such as `status_503`, or `certificate_not_trusted`).
 */
export type SiteFailure = Pick<NoSiteAnswer, 'code' | 'detail'>;

/** So many at once are what a browser asks for. */
const atOnce = 6;

/**
 * Asks a site, as each visitor, for its release and all that this lists, and compares. Follows no redirect, keeps nothing. Visitors take
 * the ways in turns. A site that answers by no way, or leads elsewhere at the first question, is a failure; whatever it does later is in
 * the report. Never throws.
 */
export async function checkSite(check: SiteCheck): Promise<Result<SiteReport, SiteFailure>> {
  const notes = createSiteNotes();
  const asker = createSiteAsker(check.origin, { ...siteLimits, ...check.limits });
  const reached = await reach(check, asker.ask);
  if (!reached.ok) return reached;
  const { open, closed } = reached.value;
  let compared = 0;
  const visits = siteVisitors.flatMap((one, at): readonly Visit[] => {
    const way = open[at % open.length];
    if (way === undefined) return [];
    const visitor = check.ways.length > 1 ? `${one.name}, by ${way.name}` : one.name;
    const ask: AskAsVisitor = async (path, isPage = false) => {
      const answer = await asker.ask(way.egress, path, headersFor(one, path, isPage));
      if (answer.ok || !['no_answer', 'over'].includes(answer.failure.code)) compared += 1;
      else if (answer.failure.code === 'no_answer') notes.hear(visitor, path, answer.failure.detail);
      return answer;
    };
    return [{ visitor, ask, find: (kind, path, detail) => notes.find(visitor, kind, path, detail) }];
  });
  const offers: Offer[] = [];
  for (const visit of visits) offers.push(...(await askForOffer(check, visit)));
  const reference = chooseReference(offers);
  for (const offer of offers) if (reference !== undefined) holdAgainst(reference, offer, check);
  for (const visit of visits) {
    if (asker.over() !== undefined) break;
    check.onVisitor?.(visit.visitor);
    await compareFiles(check, reference?.release, visit);
  }
  return succeed({
    release: reference && { ...pickHead(reference.release), hash: reference.hash, signature: reference.signature },
    ...notes.all(),
    compared,
    ways: open.map(({ name }) => name),
    closedWays: closed,
    endedBy: asker.over(),
  });
}

/** One visitor by one way. */
type Visit = { readonly visitor: string; readonly ask: AskAsVisitor; readonly find: FindForVisitor };

/** The release that one visitor was served, and who signed it. */
type Offer = {
  readonly visit: Visit;
  readonly release: Release;
  readonly hash: string;
  readonly signature: SignatureState;
  readonly handedOut: SiteSignature['handedOut'];
};

type Reached = { readonly open: readonly SiteWay[]; readonly closed: SiteReport['closedWays'] };

/** Puts the first question by each way. Where a site has an IPv6 address, the machine that asks may still have none. */
async function reach({ origin, ways }: SiteCheck, ask: SiteAsker['ask']): Promise<Result<Reached, SiteFailure>> {
  const open: SiteWay[] = [];
  const closed: { readonly name: string; readonly why: string }[] = [];
  let isAnswered = false;
  let failure: string | undefined;
  for (const way of ways) {
    const answer = await ask(way.egress, releaseAddresses.release, siteVisitors[0] ? headersFor(siteVisitors[0], '', false) : {});
    if (!answer.ok && answer.failure.code === 'redirected') return answer;
    const why = !answer.ok && ['no_answer', 'over'].includes(answer.failure.code) ? answer.failure.detail : undefined;
    isAnswered ||= why === undefined;
    // A site that says that it is busy is there: it is asked, and what does not come is told.
    if (why === undefined || why.startsWith('status_')) open.push(way);
    else closed.push({ name: way.name, why: await reasonOf(why, way.egress, origin) });
    failure ??= why;
  }
  return isAnswered ? succeed({ open, closed }) : fail({ code: 'no_answer', detail: closed[0]?.why ?? failure ?? 'name_not_found' });
}

/** Whoever answers once any certificate will do has one that is not trusted. Nothing else of that answer is looked at. */
async function reasonOf(why: string, egress: Egress, origin: string): Promise<string> {
  if (why !== 'connection_failed' || !origin.startsWith('https:')) return why;
  const answer = await egress.send({ url: `${origin}/`, method: 'HEAD', acceptsAnyCertificate: true });
  return answer.ok ? 'certificate_not_trusted' : why;
}

/** Asks for the release with its signature, and holds it against what the check wants. None where the visitor was served none. */
async function askForOffer({ own, key, notBefore = 0 }: SiteCheck, visit: Visit): Promise<readonly Offer[]> {
  const served = await askForRelease(visit);
  if (served === undefined) return [];
  const { bytes, hash, release } = served;
  const { version, commit } = release;
  const named = (one: Pick<Release, 'version' | 'commit'>) => `${one.version} of commit ${one.commit ?? 'unknown'}`;
  if (own !== undefined && !isSameBuild(release, own))
    visit.find('release_differs', releaseAddresses.release, `the site has ${named({ version, commit })}, your build is ${named(own)}`);
  if (version < notBefore) visit.find('release_older', releaseAddresses.release, String(version));
  const { state, handedOut } = await judgeSiteSignature({ bytes, version, hash }, key, visit.ask, visit.find);
  return [{ visit, release, hash, signature: state, handedOut }];
}

async function askForRelease({ ask, find }: Visit) {
  const answer = await ask(releaseAddresses.release);
  if (!answer.ok) {
    const { code, detail } = answer.failure;
    if (code === 'missing') find('release_missing', releaseAddresses.release);
    else if (code !== 'no_answer' && code !== 'over') find('release_unreadable', releaseAddresses.release, `${code} ${detail}`.trim());
    return undefined;
  }
  const bytes = answer.value.body;
  const read = readRelease(bytes);
  if (read.ok) return { release: read.value, bytes, hash: hashOf(bytes) };
  find('release_unreadable', releaseAddresses.release, read.failure.code);
  return undefined;
}

/** The release that all visitors should be served: the one that is signed, by the key of the check before any other, or else the first. */
function chooseReference(offers: readonly Offer[]): Offer | undefined {
  const [first] = offers;
  return offers.find(({ signature }) => signature === 'by_key') ?? offers.find(({ signature }) => signature === 'by_own_key') ?? first;
}

/** Names what one visitor was served that the reference's visitor was not: another release, no signature, another key for new devices. */
function holdAgainst(reference: Offer, { visit: { find }, release, hash, signature, handedOut }: Offer, { key }: SiteCheck): void {
  if (hash !== reference.hash) find('other_release', releaseAddresses.release, String(release.version));
  if (signature === 'none' && reference.signature !== 'none') {
    find('signature_missing', releaseAddresses.signature, 'not every visitor was served one');
    return;
  }
  // A key of the check was held against each already.
  if (key !== undefined || !reference.handedOut) return;
  if (handedOut === null) find('key_missing', releaseAddresses.key);
  else if (handedOut !== undefined && handedOut.text !== reference.handedOut.text) find('key_differs', releaseAddresses.key, handedOut.id);
}

/** Every visitor is held against one release, also who was served none or another. */
async function compareFiles({ own, origin }: SiteCheck, reference: Release | undefined, { ask, find }: Visit): Promise<void> {
  const expected = own ?? reference;
  if (expected === undefined) return;
  const paths = new Set([...Object.keys(expected.files), ...expected.routes]);
  for (const path of Object.keys(reference?.files ?? {})) if (!paths.has(path)) find('file_added', path);
  await inTurns([...paths], (path) => compareFile(path, expected, origin, ask, find));
}

/** Whoever signs may give a release another number, and sources without a repository know no commit. All else is the build's. */
function isSameBuild(site: Release, own: Release): boolean {
  const named = { ...own, version: site.version, commit: own.commit ?? site.commit };
  return hashOf(writeRelease(named)) === hashOf(writeRelease(site));
}

function pickHead({ version, name, commit }: Release): Pick<Release, 'version' | 'name' | 'commit'> {
  return { version, name, commit };
}

async function inTurns<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const take = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, take));
}
