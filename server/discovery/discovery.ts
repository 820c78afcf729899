import type { Article } from '@castellan/content/article';
import { hasProjectsPage, projectsPath } from '@castellan/content/projects-page';
import { caseStudyPath, type Resume } from '@castellan/content/resume';
import type { Clock } from '@castellan/foundation/clock';
import type { Log } from '@castellan/platform/core/log';
import { tools } from '@castellan/tools/registry';
import { staticPages } from '@castellan/web/static-pages';
import type { Content } from '../content.ts';
import { createArticleCards, createCaseCards } from './case-cards.ts';
import { createShareCard } from './share-card.ts';
import { humans, robots, securityText, sitemap, webManifest } from './site-files.ts';

type Options = {
  readonly publicUrl: () => string;
  readonly content: Pick<Content, 'profile' | 'resume' | 'caseStudies' | 'articles' | 'letters'>;
  readonly clock: Clock;
  readonly log: Log;
};

type File = { readonly contentType: string; readonly text: () => string | undefined };

const plain = 'text/plain; charset=utf-8';

const foundTools: readonly { readonly id: string; readonly audience: string }[] = tools;

/**
 * The pages that may be found, by their paths: case studies and articles are those of the content, the projects' page is one where it has more
 * than the home page.
 */
function foundPaths({ projects }: Pick<Resume, 'projects'>, articles: readonly Pick<Article, 'slug'>[]): readonly string[] {
  return [
    ...staticPages,
    ...(hasProjectsPage({ projects }) ? [projectsPath] : []),
    ...projects.flatMap((project) => caseStudyPath(project) ?? []),
    ...(articles.length === 0 ? [] : ['/writing', ...articles.map(({ slug }) => `/writing/${slug}`)]),
    ...foundTools.filter((tool) => tool.audience !== 'owner').map((tool) => `/${tool.id}`),
  ];
}

/** Answers for the files by which programs find and check the site, all made from the content; `undefined`: not one of them. */
export function createDiscovery({
  publicUrl,
  content,
  clock,
  log,
}: Options): (request: Request) => Promise<Response> | Response | undefined {
  const { profile, resume, articles } = content;
  const card = createShareCard(content, log, undefined, publicUrl);
  const caseCard = createCaseCards(content, log, undefined, publicUrl);
  const articleCard = createArticleCards(content, log, undefined, publicUrl);
  const files = new Map<string, File>([
    ['/sitemap.xml', { contentType: 'application/xml; charset=utf-8', text: () => sitemap(publicUrl(), foundPaths(resume(), articles())) }],
    ['/robots.txt', { contentType: plain, text: () => robots(publicUrl()) }],
    ['/.well-known/security.txt', { contentType: plain, text: () => securityText(publicUrl(), profile(), clock.nowMs()) }],
    ['/humans.txt', { contentType: plain, text: () => humans(publicUrl(), profile()) }],
    ['/manifest.webmanifest', { contentType: 'application/manifest+json; charset=utf-8', text: () => webManifest(profile()) }],
  ]);
  return (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
    const { pathname } = new URL(request.url);
    if (pathname === '/og-card.png') return card(request);
    const answered = caseCard(request) ?? articleCard(request);
    if (answered !== undefined) return answered;
    const file = files.get(pathname);
    const text = file?.text();
    if (file === undefined || text === undefined) return undefined;
    const headers = { 'content-type': file.contentType, 'cache-control': 'public, max-age=3600' };
    return new Response(request.method === 'HEAD' ? null : text, { headers });
  };
}

/** Whether search engines may list the page at a path; a private one they may not. */
export function isFoundPath(path: string, resume: Pick<Resume, 'projects'>, articles: readonly Pick<Article, 'slug'>[]): boolean {
  return foundPaths(resume, articles).includes(path);
}
