import { releaseAddresses } from '@castellan/release/release-addresses';
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
const keeper = createReleaseKeeper({ caches, fetch: (address, init) => fetch(address, init), nowMs: () => Date.now() });
const started = keeper.start();

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
  const look = started.then(() => keeper.look(agreed)).then(() => readReleaseState(caches));
  event.waitUntil(look.then((state) => port.postMessage({ kept: state !== undefined, address: releaseAddresses.worker })));
});
