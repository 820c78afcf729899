import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { Page, Request } from '@playwright/test';

/** What a first visit cost. `bodyBytes` are as they came over the wire, compressed; the headers that came with them count apart. */
export type PageWeight = {
  readonly files: readonly WeighedFile[];
  /** Addresses that were asked for on other origins. */
  readonly elsewhere: readonly string[];
};

type WeighedFile = { readonly path: string; readonly kind: FileKind; readonly bodyBytes: number; readonly headerBytes: number };

/** `answer`: JSON that the page's code asked for, of which there is as much as comes in the time, and as the account has records. */
export type FileKind = 'html' | 'script' | 'style' | 'font' | 'other' | 'answer';

/** How long after its load event a page is still being opened, as the budgets count it. */
const settlingMs = 3_000;

/** When a page that has loaded counts as opened, in milliseconds since 1970 by the browser's clock. */
function openedAtMs(page: Page): Promise<number> {
  return page.evaluate((afterLoadMs) => {
    const [navigation] = performance.getEntriesByType('navigation');
    const loadMs = navigation instanceof PerformanceNavigationTiming ? navigation.loadEventStart : 0;
    return performance.timeOrigin + loadMs + afterLoadMs;
  }, settlingMs);
}

/**
 * The paths of what a loaded page opened with, from the browser's cache too. What it asks for more than 3 s after its load event, as it does
 * for the music, is none of it.
 */
export async function openingPaths(page: Page): Promise<readonly string[]> {
  const endMs = await openedAtMs(page);
  return page.evaluate((end) => {
    const opening = performance.getEntriesByType('resource').filter(({ startTime }) => performance.timeOrigin + startTime <= end);
    return opening.map(({ name }) => new URL(name).pathname);
  }, endMs);
}

/**
 * Opens a page in a browser that has nothing of it and weighs every response whose request left until 3 s after the load
 * event, workers' too. Both moments are the browser's own; a response under way at the end is waited for.
 */
export async function weighPage(page: Page, path: string): Promise<PageWeight> {
  const requests: Request[] = [];
  const ends = new Map<Request, PromiseWithResolvers<void>>();
  page.on('request', (request) => {
    requests.push(request);
    ends.set(request, Promise.withResolvers());
  });
  // A response's own end is never told of a request the page gave up halfway.
  page.on('requestfinished', (request) => ends.get(request)?.resolve());
  page.on('requestfailed', (request) => ends.get(request)?.resolve());
  await page.goto(path, { waitUntil: 'load' });
  const endMs = await openedAtMs(page);
  await page.evaluate(async (end) => {
    const leftMs = () => end - performance.timeOrigin - performance.now();
    while (leftMs() > 0) await new Promise((resolve) => setTimeout(resolve, leftMs()));
  }, endMs);
  const origin = new URL(page.url()).origin;
  const begun = requests.filter((request) => !request.url().startsWith('data:'));
  // Before its response a request has no time at all.
  await Promise.all(begun.map((request) => request.response()));
  const counted = begun.filter((request) => request.timing().startTime <= endMs);
  return {
    files: await Promise.all(
      counted.map(async (request) => {
        await ends.get(request)?.promise;
        return weigh(request);
      }),
    ),
    elsewhere: counted.map((request) => request.url()).filter((address) => new URL(address).origin !== origin),
  };
}

/** Notes which files a page and its workers ask for from now on, each once. */
export function watchFiles(page: Page): () => readonly URL[] {
  const addresses = new Set<string>();
  page.on('request', (request) => addresses.add(request.url()));
  return () => [...addresses].map((address) => new URL(address));
}

/** The bytes of a file as a browser gets it, compressed. */
export async function compressedBytes(address: URL): Promise<number> {
  const asked = get(address, { headers: { 'accept-encoding': 'gzip, deflate, br' } });
  const [response]: [IncomingMessage] = await once(asked, 'response').then(([answer]) => [answer]);
  let bytes = 0;
  for await (const chunk of response) bytes += Buffer.from(chunk).byteLength;
  return response.statusCode === 200 ? bytes : Promise.reject(new Error(`${address.pathname} answered ${response.statusCode}`));
}

async function weigh(request: Request): Promise<WeighedFile> {
  const response = await request.response();
  const { responseBodySize, responseHeadersSize } = await request.sizes();
  const type = response?.headers()['content-type'] ?? '';
  const address = new URL(request.url());
  // Of a worker's own script the browser tells no size: it is asked for again. Of what came from its cache it tells less than none.
  const isUntold = responseBodySize === 0 && address.pathname.startsWith('/assets/worker-');
  // The answer to HEAD names a length, and has no body.
  const bodyBytes = request.method() === 'HEAD' ? 0 : isUntold ? await compressedBytes(address) : responseBodySize;
  const isAnswer = ['fetch', 'xhr'].includes(request.resourceType()) && /json/.test(type);
  return {
    path: address.pathname,
    kind: isAnswer ? 'answer' : kindOf(type),
    bodyBytes: Math.max(0, bodyBytes),
    headerBytes: responseHeadersSize,
  };
}

function kindOf(type: string): FileKind {
  if (/javascript/.test(type)) return 'script';
  if (/text\/html/.test(type)) return 'html';
  if (/text\/css/.test(type)) return 'style';
  return /^font\//.test(type) ? 'font' : 'other';
}

/** The bytes of one kind of file, or of all. */
export function bytesOf({ files }: PageWeight, kind?: FileKind, withHeaders = false): number {
  return files
    .filter((file) => kind === undefined || file.kind === kind)
    .reduce((sum, { bodyBytes, headerBytes }) => sum + bodyBytes + (withHeaders ? headerBytes : 0), 0);
}

/** The files from the largest, one a line. */
export function listOf({ files }: PageWeight): string {
  return files
    .toSorted((left, right) => right.bodyBytes - left.bodyBytes)
    .map((file) => `${String(file.bodyBytes).padStart(8)}  ${file.kind.padEnd(6)}  ${file.path}`)
    .join('\n');
}
