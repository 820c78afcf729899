import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { systemClock } from '@castellan/foundation/clock';
import { createBackOff } from '@castellan/platform/core/back-off';
import { openDatabase, openPool } from '@castellan/platform/core/database';
import type { Log } from '@castellan/platform/core/log';
import { isMigrated } from '@castellan/platform/core/migrate';
import { createPlatform, type Platform } from '@castellan/platform/platform';
import { captureChanges } from '@castellan/platform/realtime/capture-changes';
import { createEgress, type Egress } from './adapters/egress.ts';
import { createAskRange } from './breaches/breach-range.ts';
import { createBreachRangeFunction } from './breaches/breach-range-function.ts';
import { writePhoneReveal, writeRefusedPhoneRequests } from './contact/phone-activity.ts';
import { createPhoneFunction } from './contact/phone-function.ts';
import { openContent } from './content.ts';
import { migrationSources } from './database/migration-sources.ts';
import { openData } from './database/open-embedded-database.ts';
import { createDiscovery, markUnlisted } from './discovery/discovery.ts';
import { createFailedSignInRecorder } from './failed-sign-ins.ts';
import { type Answer, createListener } from './http/listener.ts';
import { openBuiltPages, openLivePages, type Pages } from './http/pages.ts';
import { acceptSockets } from './http/sockets.ts';
import { loadStaticFiles } from './http/static-files.ts';
import { createAskIcon } from './icons/site-icon.ts';
import { createSiteIconFunction } from './icons/site-icon-function.ts';
import { createIntegrationsFunction } from './integrations/integrations-function.ts';
import { keysFileOf, openKeys, watchKeys } from './keys/key-store.ts';
import { openMusic } from './music/open-music.ts';
import { writeFailedSignIns } from './owner/activity.ts';
import { createSetupFunction } from './owner/setup-function.ts';
import { renewSetupSecret } from './owner/setup-secret.ts';
import { createSiteFactsFunction, readVersion } from './owner/site-facts-function.ts';
import { createQuietLog } from './quiet-log.ts';
import { resumeKey } from './resume/resume-address.ts';
import { createResumeDoor } from './resume/resume-door.ts';
import type { Settings } from './settings.ts';
import { keepWishes } from './wishes/keep-wishes.ts';
import { readListedWishes } from './wishes/listed-wishes.ts';
import { createWishClaimFunction } from './wishes/wish-claim-function.ts';
import { createWishPageFunction } from './wishes/wish-page-function.ts';

/** A server that is ready. */
export type RunningServer = {
  readonly publicUrl: string;
  /** The link that makes its reader the owner, while there is none. */
  readonly setupLink: string | undefined;
  /** Resolves when the server cannot go on: its database ended by itself. */
  readonly failed: Promise<void>;
  /** Ends: running requests finish, the database is shut down cleanly. */
  readonly stop: () => Promise<void>;
};

/** bcrypt's cost: a quarter of a second a password on a small machine. */
const passwordCost = 12;

/** Requests that still run this long after the server was told to stop are cut off. */
const drainMs = 6_000;

const flushEveryMs = 10_000;

const otherFunctionPath = '/.netlify/functions/';

const platformPaths = /^\/(auth|rest|realtime|functions|storage)\/v1(\/|$)/;

/**
 * Starts everything, in the order in which a mistake is cheapest to find: the port first, then the content, then the
 * data folder with its database, then the services. What was opened is closed again where a later step fails.
 */
export async function startServer(settings: Settings, log: Log, mode: 'production' | 'development'): Promise<RunningServer> {
  const closers: (() => Promise<void> | void)[] = [];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    return await assemble(settings, log, mode, closers, close);
  } catch (error) {
    await close();
    throw error;
  }
}

async function assemble(
  settings: Settings,
  log: Log,
  mode: 'production' | 'development',
  closers: (() => Promise<void> | void)[],
  close: () => Promise<void>,
): Promise<RunningServer> {
  const http = createServer({ requestTimeout: 60_000, headersTimeout: 20_000, maxHeaderSize: 32 * 1024 });
  let answers: readonly Answer[] = [answerWhileStarting];
  let pages: Pages | undefined;
  const publicUrl = () => settings.publicUrl ?? defaultPublicUrl(http, settings);
  const listener = createListener({
    log,
    listensOn: settings.host,
    publicUrl,
    trustedProxies: settings.trustedProxies,
    answers: () => answers,
  });
  http.on('request', (request, response) => {
    // Vite answers for its own files while developing; everything else is ours.
    if (pages?.middleware === undefined) void listener(request, response);
    else pages.middleware(request, response, () => void listener(request, response));
  });
  closers.push(() => drain(http));
  await listen(http, settings);

  const content = openContent(settings.contentFolder, log);
  const data = await openData(settings.dataFolder, log);
  closers.push(data.close);
  const onIdleError = (error: Error) => log.warn('idle database connection lost', { error });
  const database = openDatabase(data.address, onIdleError);
  closers.push(database.close);
  const local = openPool(data.address, 'postgres', { max: 2, idleTimeoutMillis: 10_000 }, onIdleError);
  closers.push(() => local.end());
  await keepWishes(local, content);
  const keysFile = keysFileOf(settings.dataFolder);
  let keys = data.keys;
  const facts = () => ({
    publishableKey: keys.ring.publishableKey,
    publicUrl: publicUrl(),
    profile: content.profile(),
    resume: content.resume(),
    musicProxyUrl: settings.music.proxyUrl,
    listedWishes: () => readListedWishes(database.requests),
  });
  const openedPages = mode === 'production' ? await openBuiltPages(facts) : await openLivePages(facts, http);
  pages = openedPages;
  closers.push(openedPages.close);
  closers.push(
    content.watch(() => {
      openedPages.refresh();
      keepWishes(local, content).catch((error: Error) => log.error('wishes and birthday not taken over', { error }));
    }),
  );
  closers.push(
    watchKeys(keysFile, () => {
      openKeys(keysFile).then(
        (fresh) => {
          keys = fresh;
          openedPages.refresh();
          log.info('keys read again');
        },
        (error: Error) => log.error('keys not read again', { error }),
      );
    }),
  );

  const failedSignIns = createFailedSignInRecorder(
    (row) => writeFailedSignIns(local, row).catch((error: Error) => log.error('failed sign-in not recorded', { error })),
    systemClock,
  );
  const refusedPhoneRequests = createFailedSignInRecorder(
    (row) => writeRefusedPhoneRequests(local, row).catch((error: Error) => log.error('refused phone request not recorded', { error })),
    systemClock,
  );
  const flush = async (all = false) => {
    await Promise.all([failedSignIns.flush(all), refusedPhoneRequests.flush(all)]);
  };
  const flushing = setInterval(() => void flush(), flushEveryMs);
  closers.push(() => flush(true));
  closers.push(() => clearInterval(flushing));

  const musicPool = openPool(data.address, 'postgres', { max: 3, idleTimeoutMillis: 10_000 }, onIdleError);
  closers.push(() => musicPool.end());
  const egress = createEgress({ allowedNetworks: settings.allowedNetworks });
  const music = openMusic({
    settings: settings.music,
    egress,
    pool: musicPool,
    keys: () => keys.ring,
    publicUrl,
    clock: systemClock,
    randomBytes: (byteCount) => new Uint8Array(randomBytes(byteCount)),
    log,
  });

  const backOff = createBackOff({ clock: systemClock });
  const platform = createPlatform(
    {
      database,
      keys: () => keys.ring,
      clock: systemClock,
      randomBytes: (byteCount) => new Uint8Array(randomBytes(byteCount)),
      log,
      publicUrl: publicUrl(),
      authEvents: { signInFailed: failedSignIns.record, sessionsEnded: () => {} },
      passwordCost,
    },
    {
      functions: {
        setup: createSetupFunction({ pool: local, backOff, passwordCost, signInFailed: failedSignIns.record }),
        phone: createPhoneFunction({
          contact: content.privateContact,
          backOff: createBackOff({ clock: systemClock }),
          recordReveal: (request) => writePhoneReveal(local, request),
          mismatched: (request) => refusedPhoneRequests.record({ ...request, method: 'phone' }),
        }),
        ...music,
        ...vaultErrands(settings, egress, log),
        integrations: createIntegrationsFunction({ settings, egress, player: music['spotify-player'], clock: systemClock }),
        'site-facts': createSiteFactsFunction({ contentFolder: settings.contentFolder, content, version: readVersion() }),
        'wish-claim': createWishClaimFunction({ queryable: local, clock: systemClock, log }),
        'wish-page': createWishPageFunction({ egress, clock: systemClock }),
      },
    },
  );
  await captureChanges(data.address);
  await platform.start();
  closers.push(() => platform.stop());
  closers.push(acceptSockets(http, { platform, settings, publicUrl, log }));

  const setupSecret = await renewSetupSecret(local, systemClock.nowMs());
  const files = mode === 'production' ? loadStaticFiles(join(import.meta.dirname, '..', 'web', 'build', 'client')) : () => undefined;
  answers = [
    (request) => answerHealth(request, async () => isMigrated(local, migrationSources)),
    (request, context) => answerPlatform(request, platform, context),
    (request) => files(request),
    content.answerPicture,
    createDiscovery({ publicUrl, profile: content.profile, clock: systemClock, log }),
    createResumeDoor({
      profile: content.profile,
      resume: content.resume,
      key: () => resumeKey(keys.ring.sessionKey),
      clock: systemClock,
      log,
      // Thirty at once are a school class behind one address; a program that goes on waits a second, then two, at most a minute.
      backOff: createBackOff({ clock: systemClock, freeAttempts: 30, maximumMs: 60_000, forgetMs: 60_000 }),
      pages: openedPages.answer,
    }),
    refuseOtherMethods,
    async (request) => markUnlisted(request, await openedPages.answer(request)),
  ];
  return {
    publicUrl: publicUrl(),
    setupLink: setupSecret === undefined ? undefined : `${publicUrl()}/auth-terminal#setup=${setupSecret}`,
    failed: data.databaseDied,
    stop: close,
  };
}

/** What the owner's vault has the server ask of others. */
function vaultErrands({ breachRangeUrl, siteIconUrl }: Settings, egress: Egress, log: Log) {
  const clock = systemClock;
  const quiet = createQuietLog(log, clock);
  const ask = breachRangeUrl === undefined ? undefined : createAskRange({ egress, baseUrl: breachRangeUrl, clock, log: quiet });
  const askIcon = siteIconUrl === undefined ? undefined : createAskIcon({ egress, template: siteIconUrl, log: quiet });
  return {
    'breach-range': createBreachRangeFunction({ ask, clock, log }),
    'site-icon': createSiteIconFunction({ ask: askIcon, clock, log }),
  };
}

/** Until everything is ready: alive, not ready. */
const answerWhileStarting: Answer = (request) =>
  new URL(request.url).pathname === '/healthz'
    ? Response.json({ status: 'alive' })
    : Response.json({ message: 'The server is starting.' }, { status: 503, headers: { 'retry-after': '1' } });

async function answerHealth(request: Request, isReady: () => Promise<boolean>): Promise<Response | undefined> {
  const path = new URL(request.url).pathname;
  if (path === '/healthz') return Response.json({ status: 'alive' });
  if (path !== '/readyz') return undefined;
  const ready = await isReady().catch(() => false);
  return Response.json({ status: ready ? 'ready' : 'database away' }, { status: ready ? 200 : 503 });
}

/** Pages are read and never posted to: the router would take any other method for a mistake in the program. */
function refuseOtherMethods(request: Request): Response | undefined {
  if (request.method === 'GET' || request.method === 'HEAD') return undefined;
  return Response.json({ message: 'A page can only be read.' }, { status: 405, headers: { allow: 'GET, HEAD' } });
}

function answerPlatform(request: Request, platform: Platform, context: Parameters<Answer>[1]): Promise<Response> | undefined {
  const url = new URL(request.url);
  if (platformPaths.test(url.pathname)) return platform.handle(request, context);
  // Functions have a second address, by which the music widget has always called them (spec §7).
  if (!url.pathname.startsWith(otherFunctionPath)) return undefined;
  url.pathname = `/functions/v1/${url.pathname.slice(otherFunctionPath.length)}`;
  return platform.handle(new Request(url, request), context);
}

async function listen(http: Server, settings: Settings): Promise<void> {
  http.listen(settings.port, settings.host);
  try {
    await once(http, 'listening');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE')
      throw new Error(`Port ${settings.port} on ${settings.host} is in use by another program. Stop it, or set PORT to another number.`);
    if (code === 'EACCES') throw new Error(`Port ${settings.port} may not be opened by this user. Set PORT to a number above 1023.`);
    throw new Error(
      `The server cannot listen on ${settings.host}:${settings.port} (${String(code)}). Set HOST to an address of this machine.`,
    );
  }
}

function defaultPublicUrl(http: Server, settings: Settings): string {
  const { port } = http.address() as AddressInfo;
  const name = ['0.0.0.0', '::'].includes(settings.host) ? '127.0.0.1' : settings.host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/** Lets running requests end; connections that wait for another request are closed at once. */
async function drain(http: Server): Promise<void> {
  if (!http.listening) return;
  const closed = once(http, 'close');
  http.close();
  http.closeIdleConnections();
  const cutOff = setTimeout(() => http.closeAllConnections(), drainMs);
  await closed;
  clearTimeout(cutOff);
}
