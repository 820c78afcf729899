import { projectsPath } from '@castellan/content/projects-page';
import { caseStudyPath, caseStudySlug } from '@castellan/content/resume';
import { birthdayBoot } from '@castellan/web/birthday-boot';
import { ownerBoot } from '@castellan/web/owner-boot';
import { themeBoot } from '@castellan/web/theme-boot';
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import { z } from 'zod';
import { contactData } from '../discovery/contact-data.ts';
import { caseStudyData, linkedData, projectsData, resumeData, scriptText } from '../discovery/linked-data.ts';
import { articleData, writingData } from '../writing/linked-writing.ts';
import { decidePath } from './canonical-path.ts';
import type { PageFacts } from './page-facts.ts';
import { routeTable } from './route-table.ts';

/** Draws what is at a path, with every script of a page under the nonce. The address is ours, never a visitor's text. */
export type DrawPage = (address: string, nonce: string, facts: PageFacts) => Promise<Response>;

/** What the server takes from the web build. The bundle holds its own copy of each module, so the context must come from there. */
const entrySchema = z.object({
  siteContext: z.custom<Parameters<RouterContextProvider['set']>[0]>((value) => typeof value === 'object' && value !== null),
});

/** The route around every page of the owner's. */
const ownersRoute = 'surfaces/owner-gate';

/** The web app as a function from address to response. */
export function createDrawing(build: ServerBuild, mode: 'production' | 'development'): DrawPage {
  const { siteContext } = entrySchema.parse(build.entry.module);
  const handle = createRequestHandler(build, mode);
  const { pages } = routeTable(build.routes, {});
  const ownersPaths = findOwnersPaths(build);
  const isOwners = (path: string) => decidePath(path, pages).route?.branch.includes(ownersRoute) === true;
  return async (address, nonce, facts) => {
    const request = new Request(new URL(address, facts.publicUrl));
    const isShell = isOwners(new URL(request.url).pathname);
    const context = new RouterContextProvider();
    context.set(siteContext, { nonce, ...facts, isShell, ownersPaths });
    const response = await handle(request, context);
    if (!isPage(response)) return response;
    // Theme and birthday are set before the first paint; on a page of the owner's, which is the same whoever that is, the theme; on a visitor's page, whether the owner is expected. Scripts are put in here because React may not write inline ones under Trusted Types.
    const boots = [themeBoot, ...(isShell ? [] : [birthdayBoot(facts.profile), ownerBoot])];
    const scripts = `<script nonce="${nonce}">${boots.join(';')}</script>${isShell ? '' : linkedDataScript(request, nonce, facts)}`;
    // What is installed opens at the dashboard or at the home page. The gate changes it where the router goes from one to the other.
    const manifest = `<link rel="manifest" href="${isShell ? '/dashboard.webmanifest' : '/manifest.webmanifest'}"/>`;
    // By a function: a text would have its dollar signs read as patterns.
    const html = (await response.text()).replace('</head>', () => `${manifest}${scripts}</head>`);
    const headers = new Headers(response.headers);
    headers.delete('content-length');
    return new Response(html, { status: response.status, headers });
  };
}

/** Where the owner's pages are. */
export function findOwnersPaths(build: ServerBuild): readonly string[] {
  return routeTable(build.routes, {})
    .pages.filter(({ branch }) => branch.includes(ownersRoute))
    .flatMap(({ parts }) =>
      parts.every(({ kind }) => kind === 'word') ? [`/${parts.map((part) => (part.kind === 'word' ? part.text : '')).join('/')}`] : [],
    );
}

/** Whether an answer of the web app is a page, and not data for one. */
export function isPage(response: Response): boolean {
  return response.headers.get('content-type')?.startsWith('text/html') ?? false;
}

/**
 * Whether every part of a rendered page came out. Where one failed React leaves this mark and the part's placeholder, which
 * the browser fills; the next visitor's page is rendered again. Content cannot hold the mark: React escapes it.
 */
export function isWhole(html: string): boolean {
  return !html.includes('<!--$!-->');
}

/** Whether a page is one of the owner's, whose bytes and policy no setting changes. Content cannot hold the mark: React escapes its quote. */
export function isShellPage(html: string): boolean {
  return html.includes(' data-shell="');
}

/**
 * What the home page, the contact page and the resume tell programs about their owner, the projects' page, case studies and articles about
 * themselves; other pages tell nothing.
 */
function linkedDataScript(request: Request, nonce: string, facts: PageFacts): string {
  const said = dataOf(new URL(request.url).pathname, facts);
  return said === undefined ? '' : `<script type="application/ld+json" nonce="${nonce}">${scriptText(said)}</script>`;
}

function dataOf(pathname: string, { publicUrl, profile, resume, caseStudies, articles }: PageFacts): object | undefined {
  if (pathname === '/') return linkedData(publicUrl, profile, resume);
  if (pathname === '/contact') return contactData(publicUrl, profile);
  if (pathname === '/cv') return resumeData(publicUrl, profile, resume);
  if (pathname === projectsPath) return resume.projects.length === 0 ? undefined : projectsData(publicUrl, profile, resume);
  if (pathname === '/writing' && articles.length > 0) return writingData(publicUrl, profile, articles);
  const article = articles.find(({ slug }) => pathname === `/writing/${slug}`);
  if (article !== undefined) return articleData(publicUrl, profile, article);
  const project = resume.projects.find((one) => caseStudyPath(one) === pathname);
  const study = project?.caseStudy === undefined ? undefined : caseStudies[caseStudySlug(project.caseStudy)];
  return project === undefined || study === undefined ? undefined : caseStudyData(publicUrl, profile, project, study);
}
