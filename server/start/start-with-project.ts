import { randomBytes } from 'node:crypto';
import { systemClock } from '@castellan/foundation/clock';
import type { KeyRing } from '@castellan/platform/core/tokens';
import { createCountryOf } from '../adapters/country-of-address.ts';
import { type Content, openContent } from '../content.ts';
import { prepareDataFolder } from '../data-folder.ts';
import { examine } from '../doctor/examine.ts';
import { createEngravings } from '../engravings/engravings.ts';
import { openHalves } from '../features/open-halves.ts';
import { serverHalves } from '../features/server-halves.ts';
import { keepWishes } from '../features/wishes/keep-wishes.ts';
import type { Guesses } from '../functions/guesses.ts';
import { byFramework } from '../http/direct-answer.ts';
import { createHealthAnswer } from '../http/health-answer.ts';
import { watchOutage } from '../http/outage-page.ts';
import { acceptSockets } from '../http/sockets.ts';
import { keysFileOf, openOrMakeKeys } from '../keys/key-store.ts';
import { writeFailedSignIns } from '../owner/activity.ts';
import { openRefusalRecorder } from '../owner/refusal-recorder.ts';
import type { Pages } from '../pages/pages.ts';
import type { GatewayTools } from '../project/gateway.ts';
import { createGuessGuard } from '../project/guess-guard.ts';
import { windowsInMemory } from '../project/memory-windows.ts';
import { type OpenProject, openProject } from '../project/open-project.ts';
import { createProjectBackend } from '../project/project-backend.ts';
import { countAtProject } from '../project/project-guesses.ts';
import { openProjectOwners } from '../project/project-owners.ts';
import type { ProjectSettings } from '../project/project-settings.ts';
import { followKeys, type LiveKeys } from './follow-keys.ts';
import { listAnswers, resumeRules } from './list-answers.ts';
import { readOfferedRelease } from './offered-release.ts';
import { openEntrance } from './open-entrance.ts';
import { type Foreign, openForeign } from './open-foreign.ts';
import { openLiveFacts } from './open-live-facts.ts';
import { openPages } from './open-pages.ts';
import type { RunningServer, Start } from './start-steps.ts';
import { takeOpenings } from './take-openings.ts';

type ProjectStart = Start & { readonly project: ProjectSettings };

/**
 * Starts in front of a hosted project: the same site, and a gateway in the place of the embedded backend. The data folder holds keys
 * alone: those of known devices and private resumes.
 */
export async function startWithProject(start: ProjectStart, close: () => Promise<void>): Promise<RunningServer> {
  const { settings, log, closers, project } = start;
  await refuseOpenings(start);
  const entrance = await openEntrance(start);
  const { publicUrl } = entrance;
  const content = openContent(settings.contentFolder, log);
  const opened = await openProject({ project, settings, clock: systemClock, log });
  closers.push(opened.line.close);
  const { rows } = opened.calls;
  await keepWishes(rows, content);
  const keys = await openProjectKeyRing(start);
  const foreign = openForeign(start);
  const engravings = createEngravings({ ...content, log, onPortrait: () => pages.refresh() });
  const isOutageThere = watchOutage(async () => (await opened.readiness()) === 'ready');
  const live = await openLiveFacts(start, { content, reads: foreign.reads, keys, rows, publicUrl });
  const offered = readOfferedRelease(start);
  const pages = await openPages(start, {
    entrance,
    content,
    engravings,
    keys,
    rows,
    live,
    backendKind: 'hosted',
    isOutageThere,
    offered,
  });
  void engravings.renew();
  closers.push(
    content.watch(() => {
      pages.refresh();
      live.contentChanged();
      void engravings.renew();
      keepWishes(rows, content).catch((error: Error) => log.error('wishes and birthday not taken over', { error }));
    }),
  );
  const guesses = countAtProject(rows, systemClock);
  const { backend, ofHalves, directOfHalves } = openBackend(start, { opened, guesses, keys, foreign, content, publicUrl, pages });
  closers.push(acceptSockets(entrance.http, { backend, settings, publicUrl, log }));
  const health = createHealthAnswer(opened.readiness);
  const listed = listAnswers(start, {
    backend,
    ofHalves: [byFramework(health), ...ofHalves, live.evidence.answer],
    directOfHalves: [health, ...directOfHalves],
    content,
    engravings,
    pages,
    keys,
    publicUrl,
    isOutageThere,
    offered,
    resumeLimit: guesses.backOff('resume', resumeRules),
  });
  entrance.answerWith(listed.answers, listed.directAnswers);
  live.follow(pages);
  return {
    publicUrl: publicUrl(),
    setupLink: opened.setupSecret === undefined ? undefined : `${publicUrl()}/auth-terminal#setup=${opened.setupSecret}`,
    releaseLine: offered?.line,
    failed: new Promise(() => {}),
    stop: close,
  };
}

/** What opens the embedded backend further is a project's own setting. */
async function refuseOpenings(start: Start): Promise<void> {
  const { signUps, data, ownKeys } = await takeOpenings(start);
  const isOpen = signUps.signUp !== 'off' || signUps.anonymous || signUps.oneTimeCodes || signUps.passkeys;
  if (!isOpen && ownKeys.length === 0 && data.schemas.length === 0) return;
  throw new Error(
    'The settings AUTH_… and DATA_… open the embedded backend. With BACKEND_URL they are the project’s own: unset them here.',
  );
}

/** The keys of this server, with the project's key in the place of the visitors' one. */
async function openProjectKeyRing(start: ProjectStart): Promise<LiveKeys> {
  const { settings, project } = start;
  if (settings.keysFile === keysFileOf(settings.dataFolder)) prepareDataFolder(settings.dataFolder);
  const stored = await openOrMakeKeys(settings.keysFile);
  const keys = followKeys(start, stored, { ownKeys: [], acceptsKeyTokens: false });
  const ring = (): KeyRing => ({ ...keys.ring(), publishableKey: project.anonKey });
  return { ring, onChange: keys.onChange };
}

type Given = {
  readonly opened: OpenProject;
  readonly guesses: Guesses;
  readonly keys: LiveKeys;
  readonly foreign: Foreign;
  readonly content: Content;
  readonly publicUrl: () => string;
  readonly pages: Pages;
};

/** The gateway, with the functions of each tool and feature. */
function openBackend(start: ProjectStart, { opened, guesses, keys, foreign, content, publicUrl, pages }: Given) {
  const { settings, log, closers, project } = start;
  const { line, calls } = opened;
  const failedSignIns = openRefusalRecorder((row) => writeFailedSignIns(calls.rows, row), {
    clock: systemClock,
    log,
    what: 'failed sign-in',
  });
  closers.push(failedSignIns.close);
  const shared = {
    clock: systemClock,
    randomBytes: (byteCount: number) => new Uint8Array(randomBytes(byteCount)),
    keys: keys.ring,
    signInFailed: failedSignIns.record,
  };
  const halves = openHalves(serverHalves, {
    ...shared,
    ...foreign,
    settings,
    log,
    countryOf: createCountryOf(),
    rows: calls.rows,
    outbox: undefined,
    backups: undefined,
    examine: () => examine(settings, process.env, log, undefined),
    guesses,
    sharedWindow: windowsInMemory(systemClock),
    content,
    publicUrl,
    closedPage: pages.closedPage,
    owners: openProjectOwners({ calls, guesses, log }),
  });
  closers.push(halves.close);
  const guard = createGuessGuard({ ...shared, guesses });
  const tools: GatewayTools = { line, keys: opened.keys, guard, anonKey: project.anonKey, clock: systemClock, log };
  const backend = createProjectBackend(tools, { functions: halves.functions, publicUrl: publicUrl() });
  closers.push(backend.stop);
  return { backend, ofHalves: halves.answers, directOfHalves: halves.directAnswers };
}
