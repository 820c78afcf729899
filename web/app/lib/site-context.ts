import type { Article } from '@castellan/content/article';
import type { CaseStudy } from '@castellan/content/case-study';
import type { Profile } from '@castellan/content/profile';
import type { Resume } from '@castellan/content/resume';
import { siteKey } from '@castellan/foundation/site-key';
import { createContext, type RouterContextProvider } from 'react-router';
import { transliterate } from '../ui/mrz/transliterate.ts';
import type { ListedWish } from './listed-wish.ts';
import type { BlogPost, SiteProof, WholeSiteProof } from './site-proof.ts';

/** What the server knows about a request and hands to the pages. */
export type SiteContext = {
  /** What every script of the page carries; the server takes it out of pages that many are given. */
  readonly nonce: string;
  /** The backend's public key: it names the project and opens nothing by itself. */
  readonly publishableKey: string;
  /** The backend is a hosted project, and not the server's own. */
  readonly backendKind?: 'hosted' | undefined;
  /** The page is one of the owner's: it is sent as it is built, and holds nothing of whose it is. */
  readonly isShell?: boolean;
  /** Where the owner's pages are. */
  readonly ownersPaths: readonly string[];
  /** The address visitors use, without a trailing slash. */
  readonly publicUrl: string;
  readonly profile: Profile;
  readonly resume: Resume;
  /** The projects' case studies, by the last part of their addresses. */
  readonly caseStudies?: Readonly<Record<string, CaseStudy>> | undefined;
  /** The articles that visitors may read, the newest first. */
  readonly articles?: readonly Article[] | undefined;
  /** The address of the owner's engraved portrait, once there is one. */
  readonly portrait?: string | undefined;
  /** The proxy that browsers may ask for the current track where our own answer fails. */
  readonly musicProxyUrl?: string | undefined;
  /** The newest posts of the owner's blog; none where there is no feed, or none was ever read. */
  readonly posts: readonly BlogPost[];
  readonly proof: SiteProof;
  readonly wholeProof: () => WholeSiteProof;
  /** The wishes that stand on the list now; rejects where the database is away. */
  readonly listedWishes: () => Promise<readonly ListedWish[]>;
};

/** Set by the server for each request; `null` only where it forgot to. */
export const siteContext = createContext<SiteContext | null>(null);

/** What the server set for the request of a loader. */
export function siteOf(context: Readonly<RouterContextProvider>): SiteContext {
  const site = context.get(siteContext);
  if (site === null) throw new Error('the server set no site context for this request');
  return site;
}

/** A tool as the foot of a page leads to it. `record`: visitors see what it reported, and run nothing. */
export type FootTool = { readonly id: string; readonly title: string; readonly use: 'work' | 'play' | 'record' };

/** What of it goes to the browser with every page; with one of the owner's the stand-in for the key, and the rest once the gate is open. */
export type PublicFacts = {
  /** Nothing of the owner is in it: names are empty. */
  readonly isShell?: true;
  /** Of such a page: where its like are. */
  readonly ownersPaths?: readonly string[];
  readonly publishableKey: string;
  readonly backendKind?: 'hosted';
  readonly publicUrl: string;
  readonly musicProxyUrl?: string;
  /** The tools that visitors may open, for the links at the foot of their pages. */
  readonly tools?: readonly FootTool[];
  readonly owner: Pick<
    Profile,
    'name' | 'givenNames' | 'familyName' | 'initials' | 'photo' | 'blogUrl' | 'businessUrl' | 'copyrightYear' | 'language'
  > & {
    /** There are articles at `/writing`. */
    readonly hasWriting?: true;
    /** The names for machine-readable lines, where they are not written in Latin letters. */
    readonly latin?: { readonly familyName: string; readonly givenNames: string };
  };
};

/** What goes with a page of the owner's, which is the same in every installation: the key's stand-in, and what kind of backend it is comes later. */
export function shellFactsOf({ ownersPaths }: Pick<SiteContext, 'ownersPaths'>): PublicFacts {
  const owner = { name: '', givenNames: '', familyName: '', initials: '', copyrightYear: 0 };
  return { isShell: true, ownersPaths, publishableKey: siteKey, publicUrl: '', owner };
}

function kindOf(backendKind: SiteContext['backendKind']): Pick<PublicFacts, 'backendKind'> {
  return backendKind === undefined ? {} : { backendKind };
}

/** Picks what may leave the server, field by field, so that a new field of the profile stays inside until it is named here. */
export function publicFactsOf({
  publishableKey,
  backendKind,
  publicUrl,
  profile,
  articles = [],
  musicProxyUrl,
}: Pick<SiteContext, 'publishableKey' | 'backendKind' | 'publicUrl' | 'profile' | 'articles' | 'musicProxyUrl'>): PublicFacts {
  const { name, givenNames, familyName, initials, photo, blogUrl, businessUrl, copyrightYear, language } = profile;
  const owner = { name, givenNames, familyName, initials, copyrightYear };
  const music = musicProxyUrl === undefined ? {} : { musicProxyUrl };
  const latin = { familyName: transliterate(familyName), givenNames: transliterate(givenNames) };
  const machine = latin.familyName === familyName && latin.givenNames === givenNames ? {} : { latin };
  const chosen = {
    ...(photo === undefined ? {} : { photo }),
    ...(blogUrl === undefined ? {} : { blogUrl }),
    ...(articles.length === 0 ? {} : { hasWriting: true as const }),
    ...(businessUrl === undefined ? {} : { businessUrl }),
    ...(language === undefined ? {} : { language }),
  };
  return { publishableKey, ...kindOf(backendKind), publicUrl, ...music, owner: { ...owner, ...machine, ...chosen } };
}
