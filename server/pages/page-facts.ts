import type { Article } from '@castellan/content/article';
import type { CaseStudy } from '@castellan/content/case-study';
import type { Profile } from '@castellan/content/profile';
import type { Resume } from '@castellan/content/resume';
import type { ListedWish } from '@castellan/web/listed-wish';
import type { BlogPost, SiteProof, WholeSiteProof } from '@castellan/web/site-proof';

/** What a page is made from, besides its address. */
export type PageFacts = {
  readonly publishableKey: string;
  /** The backend is a hosted project. */
  readonly backendKind?: 'hosted' | undefined;
  readonly publicUrl: string;
  readonly profile: Profile;
  readonly resume: Resume;
  readonly caseStudies: Readonly<Record<string, CaseStudy>>;
  /** What visitors may read, the newest first. */
  readonly articles: readonly Article[];
  /** The address of the owner's engraved portrait, once there is one. */
  readonly portrait: string | undefined;
  readonly posts: readonly BlogPost[];
  readonly proof: SiteProof;
  readonly wholeProof: () => WholeSiteProof;
  /** What browsers may ask for the music besides us. */
  readonly musicProxyUrl: string | undefined;
  readonly listedWishes: () => Promise<readonly ListedWish[]>;
};
