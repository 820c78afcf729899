import { randomBytes } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { CaseStudy } from '@castellan/content/case-study';
import type { Profile } from '@castellan/content/profile';
import { caseStudyPath, caseStudySlug, type Resume } from '@castellan/content/resume';
import { birthdayBoot } from '@castellan/web/birthday-boot';
import type { ListedWish } from '@castellan/web/listed-wish';
import type { BlogPost, SiteProof, WholeSiteProof } from '@castellan/web/site-proof';
import { themeBoot } from '@castellan/web/theme-boot';
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import { z } from 'zod';
import { contactData } from '../discovery/contact-data.ts';
import { caseStudyData, linkedData, resumeData, scriptText } from '../discovery/linked-data.ts';
import { contentSecurityPolicy, framingOf, isFramed, makeNonce } from './security-headers.ts';
import { startAfterPaint } from './start-after-paint.ts';

/** What a page is made from, besides its address. */
export type PageFacts = {
  readonly publishableKey: string;
  readonly publicUrl: string;
  readonly profile: Profile;
  readonly resume: Resume;
  readonly caseStudies: Readonly<Record<string, CaseStudy>>;
  /** The address of the owner's engraved portrait, once there is one. */
  readonly portrait: string | undefined;
  readonly isMusicConnected: boolean;
  readonly posts: readonly BlogPost[];
  readonly proof: SiteProof;
  readonly wholeProof: () => WholeSiteProof;
  /** What browsers may ask for the music besides us. */
  readonly musicProxyUrl: string | undefined;
  readonly listedWishes: () => Promise<readonly ListedWish[]>;
};

/** The web app as a function from request to response, and, while developing, Vite's own middleware in front of it. */
export type Pages = {
  readonly answer: (request: Request) => Promise<Response>;
  /** Forgets rendered pages: the facts changed. */
  readonly refresh: () => void;
  readonly middleware: ((request: IncomingMessage, response: ServerResponse, next: () => void) => void) | undefined;
  readonly close: () => Promise<void>;
};

type Built = { readonly build: ServerBuild; readonly siteContext: Parameters<RouterContextProvider['set']>[0] };

const webFolder = join(import.meta.dirname, '..', '..', 'web');

/** A page is rendered once; more than these are not kept, so that made-up addresses cannot fill the memory. */
const maxKeptPages = 100;

const compress = promisify(brotliCompress);

/** Pages are a few kilobytes: a window of 64 KiB holds one, and many compressed at once cost little memory. */
const compression = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 16 };

/** What the server takes from the web build. The bundle holds its own copy of each module, so the context must come from there. */
const entrySchema = z.object({ siteContext: z.custom<Built['siteContext']>((value) => typeof value === 'object' && value !== null) });

/** Serves the built web app. */
export async function openBuiltPages(facts: () => PageFacts): Promise<Pages> {
  const build = (await import(join(webFolder, 'build', 'server', 'index.js'))) as ServerBuild;
  const built: Built = { build, ...entrySchema.parse(build.entry.module) };
  const kept = new Map<string, string>();
  // Stands in rendered pages where each answer puts its own nonce. Unguessable, so that no content can carry it.
  const placeholder = `nonce-${randomBytes(18).toString('base64url')}`;
  return {
    answer: (request) => answerKept(request, built, kept, placeholder, facts),
    refresh: () => kept.clear(),
    middleware: undefined,
    close: async () => {},
  };
}

/** Serves the web app from its sources, with hot reload over the same port. */
export async function openLivePages(facts: () => PageFacts, server: Server): Promise<Pages> {
  const { createServer } = await import('vite');
  const listeners = process.listeners('SIGTERM');
  const vite = await createServer({
    root: webFolder,
    configFile: join(webFolder, 'vite.config.ts'),
    server: { middlewareMode: true, hmr: { server } },
    appType: 'custom',
  });
  // Vite would end the process at SIGTERM by itself, before the database is shut down; the server closes it in its turn.
  for (const listener of process.listeners('SIGTERM')) if (!listeners.includes(listener)) process.off('SIGTERM', listener);
  return {
    answer: async (request) => {
      const build = (await vite.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild;
      const nonce = makeNonce();
      const response = await render(request, { build, ...entrySchema.parse(build.entry.module) }, nonce, facts());
      if (isPage(response))
        setPolicy(response.headers, request, contentSecurityPolicy(nonce, 'development', facts().musicProxyUrl, framingOf(request)));
      return response;
    },
    refresh: () => {},
    middleware: vite.middlewares,
    close: () => vite.close(),
  };
}

async function answerKept(
  request: Request,
  built: Built,
  kept: Map<string, string>,
  placeholder: string,
  facts: () => PageFacts,
): Promise<Response> {
  const url = new URL(request.url);
  const isKeepable = request.method === 'GET' && url.search === '';
  const known = isKeepable ? kept.get(url.pathname) : undefined;
  if (known !== undefined)
    return finish(
      request,
      known,
      { placeholder, ...facts() },
      { status: 200, headers: new Headers({ 'content-type': 'text/html; charset=utf-8' }) },
    );
  const rendered = await render(request, built, placeholder, facts());
  if (!isPage(rendered)) return rendered;
  const html = startAfterPaint(await rendered.text());
  // A page that speaks of caches itself changes by what is not known here.
  const isLasting = !rendered.headers.has('cache-control');
  if (isKeepable && isLasting && isWhole(html) && rendered.status === 200 && kept.size < maxKeptPages) kept.set(url.pathname, html);
  return finish(request, html, { placeholder, ...facts() }, rendered);
}

/**
 * Whether every part of a rendered page came out. Where one failed React leaves this mark and the part's placeholder, which
 * the browser fills; the next visitor's page is rendered again. Content cannot hold the mark: React escapes it.
 */
export function isWhole(html: string): boolean {
  return !html.includes('<!--$!-->');
}

/** Puts a fresh nonce into a rendered page and compresses it. */
async function finish(
  request: Request,
  html: string,
  { placeholder, musicProxyUrl }: { readonly placeholder: string; readonly musicProxyUrl: string | undefined },
  from: { readonly status: number; readonly headers: Headers },
): Promise<Response> {
  const nonce = makeNonce();
  const headers = new Headers(from.headers);
  setPolicy(headers, request, contentSecurityPolicy(nonce, 'production', musicProxyUrl, framingOf(request)));
  headers.set('vary', 'accept-encoding, sec-fetch-dest, sec-fetch-site');
  // The nonce is good for one answer, so no cache may keep the page without asking again.
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-cache');
  headers.delete('content-length');
  const bytes = Buffer.from(html.replaceAll(placeholder, nonce));
  if (request.method === 'HEAD') return new Response(null, { status: from.status, headers });
  if (!/\bbr\b/.test(request.headers.get('accept-encoding') ?? '')) return new Response(bytes, { status: from.status, headers });
  headers.set('content-encoding', 'br');
  const packed = await compress(bytes, { params: { ...compression, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } });
  return new Response(new Uint8Array(packed), { status: from.status, headers });
}

function setPolicy(headers: Headers, request: Request, policy: string): void {
  headers.set('content-security-policy', policy);
  if (isFramed(framingOf(request))) headers.set('x-frame-options', 'SAMEORIGIN');
}

async function render(request: Request, built: Built, nonce: string, facts: PageFacts): Promise<Response> {
  const context = new RouterContextProvider();
  context.set(built.siteContext, { nonce, ...facts });
  const response = await createRequestHandler(built.build, process.env['NODE_ENV'] === 'development' ? 'development' : 'production')(
    request,
    context,
  );
  if (!isPage(response)) return response;
  // Theme and birthday are set before the first paint. Scripts are put in here because React may not write inline ones under Trusted Types.
  const scripts = `<script nonce="${nonce}">${themeBoot};${birthdayBoot(facts.profile)}</script>${linkedDataScript(request, nonce, facts)}`;
  // By a function: a text would have its dollar signs read as patterns.
  const html = (await response.text()).replace('</head>', () => `${scripts}</head>`);
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  return new Response(html, { status: response.status, headers });
}

/** What the home page, the contact page and the resume tell programs about their owner, and a case study about itself; other pages tell nothing. */
function linkedDataScript(request: Request, nonce: string, facts: PageFacts): string {
  const said = dataOf(new URL(request.url).pathname, facts);
  return said === undefined ? '' : `<script type="application/ld+json" nonce="${nonce}">${scriptText(said)}</script>`;
}

function dataOf(pathname: string, { publicUrl, profile, resume, caseStudies }: PageFacts): object | undefined {
  if (pathname === '/') return linkedData(publicUrl, profile, resume);
  if (pathname === '/contact') return contactData(publicUrl, profile);
  if (pathname === '/cv') return resumeData(publicUrl, profile, resume);
  const project = resume.projects.find((one) => caseStudyPath(one) === pathname);
  const study = project?.caseStudy === undefined ? undefined : caseStudies[caseStudySlug(project.caseStudy)];
  return project === undefined || study === undefined ? undefined : caseStudyData(publicUrl, profile, project, study);
}

function isPage(response: Response): boolean {
  return response.headers.get('content-type')?.startsWith('text/html') ?? false;
}
