import { parseCaseStudy } from '@castellan/content/case-study';
import { parseProfile } from '@castellan/content/profile';
import { parseResume } from '@castellan/content/resume';
import type { Result } from '@castellan/foundation/result';
import type { ComponentType } from 'react';
import { type RouteObject, useLoaderData, useMatches, useParams } from 'react-router';
import { expect, vi } from 'vitest';
import { cleanup } from 'vitest-browser-react';
import countersignText from '../../../content/countersign.md?raw';
import profileText from '../../../content/profile.json?raw';
import resumeText from '../../../content/resume.json?raw';
import rosetteText from '../../../content/rosette.md?raw';
import wishesText from '../../../content/wishes.json?raw';
import secondProfileText from '../../../tests/second-person/profile.json?raw';
import secondResumeText from '../../../tests/second-person/resume.json?raw';
import sledovatelText from '../../../tests/second-person/sledovatel.md?raw';
import { tools } from '../../../tools/registry.ts';
import type { ToolManifest } from '../../../tools/tool.ts';
import { askContentOf } from '../domains/assistant/answerer/ask-content.ts';
import { askAddress } from '../domains/assistant/answerer/ask-site.ts';
import { birthdayBoot } from '../domains/birthday/birthday-boot.ts';
import type { ListedWish } from '../lib/listed-wish.ts';
import { publicFactsOf, type SiteContext } from '../lib/site-context.ts';
import Site from '../surfaces/site.tsx';
import { openPage } from './open-page.tsx';
import { eventually } from './steps.ts';

type Loaded = { readonly default: ComponentType<Record<string, unknown>>; readonly loader?: (given: object) => unknown };

const everyTool: readonly ToolManifest[] = tools;

/** The wishes of the sample content, as everybody may read them. */
export const listedWishes: readonly ListedWish[] = (
  JSON.parse(wishesText) as {
    readonly wishes: readonly (Partial<ListedWish> & Pick<ListedWish, 'title' | 'priority' | 'category'> & { readonly key: string })[];
  }
).wishes.map(({ key, ...wish }) => ({ url: null, priceMinor: null, currency: null, note: null, quantity: 1, ...wish, id: key }));

/** What the server knows of the sample owner. */
export const sampleSite: SiteContext = {
  nonce: 'nonce',
  ownersPaths: [],
  publishableKey: 'sb_publishable_test',
  publicUrl: 'https://castellan.test',
  profile: must(parseProfile('profile.json', profileText)),
  resume: must(parseResume('resume.json', resumeText)),
  caseStudies: {
    rosette: must(parseCaseStudy('rosette.md', 'rosette', rosetteText)),
    countersign: must(parseCaseStudy('countersign.md', 'countersign', countersignText)),
  },
  posts: [],
  proof: { lastDay: undefined, headers: undefined, gradedDays: [] },
  wholeProof: () => ({
    lastDay: undefined,
    headers: undefined,
    days: [],
    dayCount: 0,
    keySince: undefined,
    keyFingerprint: 'ab'.repeat(32),
  }),
  listedWishes: async () => listedWishes,
};

/** Somebody very different: another script, another length, another trade, with forty skills and no figure, key or certificate. */
export const secondSite: SiteContext = {
  ...sampleSite,
  profile: must(parseProfile('profile.json', secondProfileText)),
  resume: must(parseResume('resume.json', secondResumeText)),
  caseStudies: { sledovatel: must(parseCaseStudy('sledovatel.md', 'sledovatel', sledovatelText)) },
};

const pages: Readonly<Record<string, () => Promise<unknown>>> = {
  '/': () => import('../pages/home/page.tsx'),
  '/projects': () => import('../pages/projects/page.tsx'),
  '/projects/:slug': () => import('../pages/case-study/page.tsx'),
  '/contact': () => import('../pages/contact/page.tsx'),
  '/cv': () => import('../pages/cv/page.tsx'),
  '/proof': () => import('../pages/proof/page.tsx'),
  '/wishlist': () => import('../pages/wishlist/page.tsx'),
  '/terminal': () => import('../surfaces/terminal/page.tsx'),
  '/ai-terminal': () => import('../surfaces/ai-terminal/page.tsx'),
  '/callback': () => import('../pages/callback/page.tsx'),
  // The tools that everybody may open.
  ...Object.fromEntries(
    Object.entries(import.meta.glob('../../../tools/*/page/page.tsx')).map(([file, load]) => [
      file.replace(/^.*\/tools(\/[^/]+)\/.*$/, '$1'),
      load,
    ]),
  ),
};

/** Opens a public page of the sample owner's, in its frame, or opens it again as a reload does. What its own loader gives is what it shows. */
export async function openSitePage(address: string, site: SiteContext = sampleSite) {
  await cleanup();
  bootBirthday(site);
  const children = Object.entries(pages).map(([path, load]) => publicPage(path, load, site));
  const wayIn: RouteObject = { path: '/auth-terminal', element: <h1>Authentication terminal</h1> };
  const opened = await openPage(address, [{ id: 'site', Component: Site, children: [...children, wayIn] }], publicFactsOf(site));
  giveContent(site);
  await eventually(() => expect(document.querySelector('#main')).not.toBeNull());
  return opened;
}

/** The content that questions are answered from, as the server gives it. */
function giveContent(site: SiteContext): void {
  const before = window.fetch;
  const open = everyTool.filter(({ audience }) => audience !== 'owner');
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) => {
    const isAsked = new URL(input instanceof Request ? input.url : input, location.href).pathname === askAddress;
    return isAsked ? Promise.resolve(Response.json(askContentOf(site, open))) : before(input, init);
  });
}

function publicPage(path: string, load: () => Promise<unknown>, site: SiteContext): RouteObject {
  return {
    path,
    lazy: async () => {
      const { default: Page, loader } = (await load()) as Loaded;
      return {
        loader: ({ params }) => loader?.({ context: { get: () => site }, params }) ?? null,
        Component: () => <Page loaderData={useLoaderData()} params={useParams()} matches={useMatches()} />,
      };
    },
  };
}

/** What the script in the head does before the first paint: it marks the birthday's month. */
function bootBirthday({ profile: { birthday, timeZone } }: SiteContext): void {
  delete document.documentElement.dataset['birthday'];
  const script = document.createElement('script');
  script.textContent = birthdayBoot({ birthday, timeZone });
  document.head.append(script);
  script.remove();
}

function must<Value>(result: Result<Value, { readonly code: string }>): Value {
  if (!result.ok) throw new Error(`the sample content cannot be read: ${JSON.stringify(result.failure)}`);
  return result.value;
}
