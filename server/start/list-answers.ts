import { systemClock } from '@castellan/foundation/clock';
import type { BackOff } from '@castellan/platform/core/back-off';
import type { Platform } from '@castellan/platform/platform';
import type { Content } from '../content.ts';
import { createDiscovery } from '../discovery/discovery.ts';
import type { Engravings } from '../engravings/engravings.ts';
import { refuseCode } from '../http/code-destinations.ts';
import type { DirectAnswer } from '../http/direct-answer.ts';
import type { Answer } from '../http/listener.ts';
import { createOutagePage, type OutageThere } from '../http/outage-page.ts';
import { loadStaticFiles } from '../http/static-files.ts';
import type { Pages } from '../pages/pages.ts';
import { builtClient } from '../releases/served-release.ts';
import { resumeKey } from '../resume/resume-address.ts';
import { createResumeHandler } from '../resume/resume-handler.ts';
import { createFeeds } from '../writing/feed-answers.ts';
import { finishCompression } from './finish-compression.ts';
import type { LiveKeys } from './follow-keys.ts';
import { keepReleases } from './keep-releases.ts';
import type { OfferedRelease } from './offered-release.ts';
import type { Start } from './start-steps.ts';

const otherFunctionPath = '/.netlify/functions/';

/** Thirty at once are a school class behind one address; a program that goes on waits a second, then two, at most a minute. */
export const resumeRules = { freeAttempts: 30, maximumMs: 60_000, forgetMs: 60_000 } as const;

const platformPaths = /^\/(auth|rest|realtime|functions|storage)\/v1(\/|$)/;

type Given = {
  /** What answers below the services' paths: the embedded backend, or the gateway to a project. */
  readonly backend: Pick<Platform, 'handle'>;
  /** What tools and features answer at addresses of their own. */
  readonly ofHalves: readonly Answer[];
  readonly directOfHalves: readonly DirectAnswer[];
  readonly content: Content;
  readonly engravings: Engravings;
  readonly pages: Pages;
  readonly keys: LiveKeys;
  readonly publicUrl: () => string;
  readonly isOutageThere: OutageThere;
  readonly offered: OfferedRelease | undefined;
  /** How often somebody may ask for a private resume. */
  readonly resumeLimit: BackOff;
};

/** Everything that answers requests, in the order in which it is asked. */
export function listAnswers(
  start: Start,
  given: Given,
): { readonly answers: readonly Answer[]; readonly directAnswers: readonly DirectAnswer[] } {
  const { backend, ofHalves, directOfHalves, content, engravings, pages, keys, publicUrl, isOutageThere, offered, resumeLimit } = given;
  const { mode, log, closers } = start;
  const files = mode === 'production' ? loadStaticFiles(builtClient, offered?.served.files) : undefined;
  if (files !== undefined) finishCompression({ log, closers, onDone: files.readCopies });
  const kept = keepReleases(start, offered?.served);
  // While developing, files are made as they are asked for, at addresses of their own.
  const code = files === undefined ? undefined : refuseCode((path) => files.has(path) || kept?.has(path) === true);
  const answers: readonly Answer[] = [
    ...(code === undefined ? [] : [code.answer]),
    (request, context) => answerBackend(request, backend, context),
    ...ofHalves,
    (request) => files?.answer(request),
    (request) => kept?.answer(request),
    content.answerFile,
    engravings.answer,
    createFeeds({ publicUrl, profile: content.profile, articles: content.articles, clock: systemClock }),
    createDiscovery({ publicUrl, content, clock: systemClock, log }),
    createOutagePage(isOutageThere),
    createResumeHandler({
      profile: content.profile,
      resume: content.resume,
      letters: content.letters,
      key: () => resumeKey(keys.ring().sessionKey),
      clock: systemClock,
      log,
      backOff: resumeLimit,
      pages: pages.answerOurs,
    }),
    refuseOtherMethods,
    pages.answer,
  ];
  return {
    answers,
    directAnswers: [...(code === undefined ? [] : [code.direct]), ...directOfHalves, pages.direct],
  };
}

/** Pages are read and never posted to: the router would take any other method for a mistake in the program. */
function refuseOtherMethods(request: Request): Response | undefined {
  if (request.method === 'GET' || request.method === 'HEAD') return undefined;
  return Response.json({ message: 'A page can only be read.' }, { status: 405, headers: { allow: 'GET, HEAD' } });
}

function answerBackend(request: Request, backend: Given['backend'], context: Parameters<Answer>[1]): Promise<Response> | undefined {
  const url = new URL(request.url);
  if (platformPaths.test(url.pathname)) return backend.handle(request, context);
  // Functions have a second address, by which the music widget has always called them (spec §7).
  if (!url.pathname.startsWith(otherFunctionPath)) return undefined;
  url.pathname = `/functions/v1/${url.pathname.slice(otherFunctionPath.length)}`;
  return backend.handle(new Request(url, request), context);
}
