import { join } from 'node:path';
import { systemClock } from '@castellan/foundation/clock';
import { createBackOff } from '@castellan/platform/core/back-off';
import type { Queryable } from '@castellan/platform/core/database';
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
import { resumeKey } from '../resume/resume-address.ts';
import { createResumeHandler } from '../resume/resume-handler.ts';
import { createFeeds } from '../writing/feed-answers.ts';
import { finishCompression } from './finish-compression.ts';
import type { LiveKeys } from './follow-keys.ts';
import type { Start } from './start-steps.ts';

const otherFunctionPath = '/.netlify/functions/';

const platformPaths = /^\/(auth|rest|realtime|functions|storage)\/v1(\/|$)/;

type Given = {
  readonly platform: Platform;
  /** What tools and features answer at addresses of their own. */
  readonly ofHalves: readonly Answer[];
  readonly directOfHalves: readonly DirectAnswer[];
  readonly content: Content;
  readonly engravings: Engravings;
  readonly pages: Pages;
  readonly keys: LiveKeys;
  readonly publicUrl: () => string;
  readonly isOutageThere: OutageThere;
  /** Where guesses are counted. */
  readonly guesses: Queryable;
};

/** Everything that answers requests, in the order in which it is asked. */
export function listAnswers(
  start: Start,
  given: Given,
): { readonly answers: readonly Answer[]; readonly directAnswers: readonly DirectAnswer[] } {
  const { platform, ofHalves, directOfHalves, content, engravings, pages, keys, publicUrl, isOutageThere, guesses } = given;
  const { mode, log, closers } = start;
  const files = mode === 'production' ? loadStaticFiles(join(import.meta.dirname, '..', '..', 'web', 'build', 'client')) : undefined;
  if (files !== undefined) finishCompression({ log, closers, onDone: files.readCopies });
  // While developing, files are made as they are asked for, at addresses of their own.
  const code = files === undefined ? undefined : refuseCode(files.has);
  const answers: readonly Answer[] = [
    ...(code === undefined ? [] : [code.answer]),
    (request, context) => answerPlatform(request, platform, context),
    ...ofHalves,
    (request) => files?.answer(request),
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
      // Thirty at once are a school class behind one address; a program that goes on waits a second, then two, at most a minute.
      backOff: createBackOff({
        queryable: guesses,
        clock: systemClock,
        kind: 'resume',
        freeAttempts: 30,
        maximumMs: 60_000,
        forgetMs: 60_000,
      }),
      pages: pages.answerOurs,
    }),
    refuseOtherMethods,
    pages.answer,
  ];
  return { answers, directAnswers: [...(code === undefined ? [] : [code.direct]), ...directOfHalves, pages.direct] };
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
