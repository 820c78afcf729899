import { createReleaseKeeper } from './keep-release.ts';
import { readReleaseState } from './release-state.ts';

/** What a service worker has. TypeScript's DOM describes pages. */
type FetchEvent = Event & {
  readonly request: Request;
  readonly respondWith: (answer: Promise<Response>) => void;
  readonly waitUntil: (work: Promise<unknown>) => void;
};
type MessageEventOfPage = MessageEvent<unknown> & { readonly waitUntil: (work: Promise<unknown>) => void };

declare const self: {
  readonly location: Location;
  readonly caches: CacheStorage;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  addEventListener(type: 'message', listener: (event: MessageEventOfPage) => void): void;
};

const { caches } = self;
/** A look ends after so many milliseconds: browsers give an event of a worker about as long. */
const lookMs = 5 * 60 * 1000;
const keeper = createReleaseKeeper({
  caches,
  fetch: (address, init) => fetch(address, init),
  nowMs: () => Date.now(),
  lookEnds: () => AbortSignal.timeout(lookMs),
});
// Where the storage is full the release that was kept goes on.
const started = keeper.start().catch(() => undefined);

/** The build puts the paths of the owner's pages here: everything else of the site goes to the network untouched. */
declare const __GUARDED_PATHS__: readonly string[];
const guardedPaths: ReadonlySet<string> = new Set(__GUARDED_PATHS__);
const filePaths = /^\/(?:assets|icons)\//;

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname, search } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  const isPage = request.mode === 'navigate' && request.destination === 'document' && guardedPaths.has(pathname);
  if (!isPage && !(filePaths.test(pathname) && search === '')) return;
  event.respondWith(started.then(() => keeper.find(pathname, isPage)).then((kept) => kept ?? fetch(request)));
  if (isPage) event.waitUntil(started.then(keeper.lookIfDue));
});

self.addEventListener('message', (event) => {
  const data = event.data;
  const [port] = event.ports;
  if (port === undefined || typeof data !== 'object' || data === null) return;
  const agreed = 'agreed' in data && typeof data.agreed === 'string' ? data.agreed : undefined;
  const looked = started.then(() => keeper.look(agreed)).catch(() => undefined);
  const state = looked.then(() => readReleaseState(caches));
  // An answer comes in any case; one that says nothing of what is kept leaves the page to look itself.
  event.waitUntil(
    state.then(
      (known) => port.postMessage({ kept: known !== undefined }),
      () => port.postMessage({}),
    ),
  );
});
