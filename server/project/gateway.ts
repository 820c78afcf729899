import { finished, Readable } from 'node:stream';
import type { Clock } from '@castellan/foundation/clock';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import { siteKey } from '@castellan/foundation/site-key';
import { addressBlock } from '@castellan/platform/core/address-block';
import { createAttemptWindow } from '@castellan/platform/core/attempt-window';
import { bearerOf, type RequestContext } from '@castellan/platform/core/caller';
import { type ReadBody, withCappedBody } from '@castellan/platform/core/capped-body';
import type { Log } from '@castellan/platform/core/log';
import { parseJson } from '@castellan/platform/core/parse-json';
import { z } from 'zod';
import type { ProjectAnswer, ProjectLine, ProjectRequest } from '../adapters/project-line.ts';
import { type GatewayRefusal, mustWait, projectAway, refuseCall, refuseToken } from './gateway-answers.ts';
import { answerHeaders, judgeCall, type PassedCall } from './gateway-rules.ts';
import type { Guess, GuessGuard } from './guess-guard.ts';
import { keyHeaders } from './project-calls.ts';
import type { ProjectClaims, ProjectKeys, ProjectTokenFailure } from './project-keys.ts';
import { readWhole } from './read-whole.ts';

/** A verified token with what it says. */
export type ProjectSession = { readonly token: string; readonly claims: ProjectClaims };

/** What the gateway is made of. */
export type GatewayTools = {
  readonly line: ProjectLine;
  readonly keys: ProjectKeys;
  readonly guard: GuessGuard;
  /** The key that visitors' browsers hold: no other is passed on. */
  readonly anonKey: string;
  readonly clock: Clock;
  readonly log: Log;
};

/** Passes calls on to the project. `undefined`: the path is none of its services'. Never throws. */
export type Gateway = { readonly handle: (request: Request, context: RequestContext) => Promise<Response | undefined> };

/** Strangers' calls at once, of 64 connections to the project: sessions find theirs free. */
const strangersAtOnce = 8;
const callsAtOnce = 56;
const strangersPerMinute = 120;
/** Answers to guesses are read before they go on: a session with its account. */
const maxGuardedAnswer = 256 * 1024;

type Call = {
  readonly passed: PassedCall;
  readonly request: Request;
  readonly context: RequestContext;
  readonly session: ProjectSession | undefined;
};

/** Makes the gateway. What passes is for `judgeCall` to say; whose token it is, for the project's keys. */
export function createGateway(tools: GatewayTools): Gateway {
  const strangers = createAttemptWindow(tools.clock, { limit: strangersPerMinute, windowMs: 60_000, capacity: 2000 });
  const running = { all: 0, strangers: 0 };
  const admit = (call: Call): (() => void) | GatewayRefusal => {
    const isStranger = call.session === undefined;
    if (isStranger) {
      const allowed = strangers.reserve(addressBlock(call.context.address));
      if (!allowed.ok) return mustWait(allowed.failure.waitSeconds);
    }
    if (running.all >= callsAtOnce || (isStranger && running.strangers >= strangersAtOnce)) return mustWait(1);
    running.all += 1;
    if (isStranger) running.strangers += 1;
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      running.all -= 1;
      if (isStranger) running.strangers -= 1;
    };
  };
  return {
    handle: async (request, context) => {
      const { pathname: path, search } = new URL(request.url);
      const judged = judgeCall({ method: request.method, path, search, headers: request.headers });
      if (judged === undefined) return undefined;
      if (!judged.ok) return refuseCall(judged.failure.service, request, judged.failure);
      const { service, audience } = judged.value;
      const session = await findSession(tools, request);
      if (!session.ok) return refuseCall(service, request, refusalOfToken(service, session.failure.code));
      if (session.value === undefined && audience === 'session') return refuseCall(service, request, refuseToken(service, 'token_missing'));
      const call = { passed: judged.value, request, context, session: session.value };
      const release = admit(call);
      if (typeof release !== 'function') return refuseCall(service, request, release);
      try {
        return await withCappedBody(tools.log, (readBody) => passOn(tools, call, readBody, release));
      } catch (error) {
        release();
        tools.log.error('call not passed on', { requestId: context.requestId, error: error instanceof Error ? error : String(error) });
        return refuseCall(service, request, projectAway);
      }
    },
  };
}

function refusalOfToken(service: PassedCall['service'], code: ProjectTokenFailure['code'] | 'key_invalid'): GatewayRefusal {
  if (code === 'keys_away') return projectAway;
  if (code === 'key_invalid') return { status: 401, code: 'invalid_api_key', message: 'Invalid API key' };
  return refuseToken(service, code);
}

/** The session of a request; nobody's where it brings the visitors' key alone. Another key than that one is refused. */
export async function findSession(
  { keys, anonKey }: Pick<GatewayTools, 'keys' | 'anonKey'>,
  request: Request,
): Promise<Result<ProjectSession | undefined, { readonly code: ProjectTokenFailure['code'] | 'key_invalid' }>> {
  const key = request.headers.get('apikey') ?? new URL(request.url).searchParams.get('apikey') ?? anonKey;
  const isOurs = (text: string) => text === anonKey || text === siteKey;
  if (!isOurs(key)) return fail({ code: 'key_invalid' });
  const token = bearerOf(request);
  if (token === undefined || isOurs(token)) return succeed(undefined);
  const claims = await keys.verify(token);
  return claims.ok ? succeed({ token, claims: claims.value }) : claims;
}

async function passOn(tools: GatewayTools, call: Call, readBody: ReadBody, release: () => void): Promise<Response> {
  const { passed, request, context, session } = call;
  const { service } = passed;
  const isAnonymous = session === undefined;
  const maximumBytes = passed.maxBodyBytes[isAnonymous ? 'stranger' : 'session'];
  const refuse = (refusal: GatewayRefusal) => {
    release();
    return refuseCall(service, request, refusal);
  };
  const body = await readBody(request, { maximumBytes, isAnonymous, address: context.address });
  if (!body.ok) return refuse(bodyRefusal(body.failure.code, maximumBytes));
  const guess = passed.guarded === undefined ? undefined : readGuess(passed, session, body.value.toString('utf8'));
  if (guess === 'malformed') return refuse({ status: 400, code: 'validation_failed', message: 'The body is not one of this call' });
  const counted = guess === undefined ? undefined : await tools.guard.count(guess, request, context);
  if (counted?.ok === false) {
    const { failure } = counted;
    if (failure.code === 'must_wait') return refuse(mustWait(failure.waitSeconds));
    return refuse({ status: 422, code: 'mfa_code_already_used', message: 'This code was just used. Wait for the next one' });
  }
  const answer = await tools.line.send({
    method: request.method as ProjectRequest['method'],
    path: `${passed.path}${passed.search}`,
    headers: {
      ...passed.headers,
      ...keyHeaders(tools.anonKey),
      ...(session === undefined ? {} : { authorization: `Bearer ${session.token}` }),
    },
    ...(body.value.length === 0 ? {} : { body: body.value }),
    signal: request.signal,
  });
  if (!answer.ok) {
    await counted?.value.settle(0, undefined);
    return refuse(projectAway);
  }
  if (counted !== undefined) return answerGuess(call, answer.value, counted.value.settle, release);
  return streamAnswer(call, answer.value, release);
}

function bodyRefusal(code: 'body_too_long' | 'body_interrupted' | 'too_many_bodies', maximumBytes: number): GatewayRefusal {
  if (code === 'body_too_long') return { status: 413, code: 'request_too_large', message: `The body is longer than ${maximumBytes} bytes` };
  return code === 'too_many_bodies' ? mustWait(1) : { status: 400, code: 'bad_request', message: 'The body ended before its time' };
}

const passwordSchema = z.object({ email: z.string().min(1).max(254), password: z.string().max(1024) });
const codeSchema = z.union([
  z.object({ code: z.string().min(1).max(64) }),
  z.object({ webauthn: z.object({}), code: z.undefined().optional() }),
]);

/** What a guarded call guesses. Sign-in by anything else than an address and a password is not passed on. */
function readGuess({ guarded, path }: PassedCall, session: ProjectSession | undefined, text: string): Guess | 'malformed' {
  if (guarded === 'refresh') return { kind: 'refresh' };
  const parsed = parseJson(text);
  const given = parsed.ok ? parsed.value : undefined;
  if (guarded === 'password') {
    const body = passwordSchema.safeParse(given);
    return body.success ? { kind: 'password', email: body.data.email } : 'malformed';
  }
  const body = codeSchema.safeParse(given);
  if (!body.success || session === undefined) return 'malformed';
  const { email, sub } = session.claims;
  return { kind: 'code', account: email ?? sub, factorId: path.split('/')[4]?.toLowerCase() ?? '', code: body.data.code };
}

async function answerGuess(
  { passed, request }: Call,
  { status, headers, body }: ProjectAnswer,
  settle: (status: number, answer: unknown) => Promise<Readonly<Record<string, string>>>,
  release: () => void,
): Promise<Response> {
  const read = await readWhole(body, maxGuardedAnswer);
  release();
  const added = await settle(read === undefined ? 0 : status, read?.json);
  if (read === undefined) return refuseCall(passed.service, request, projectAway);
  const kept = answerHeaders(passed.service, headers);
  for (const [name, value] of Object.entries(added)) kept.set(name, value);
  return new Response(new Uint8Array(read.bytes), { status, headers: kept });
}

/** Hands the answer on as it comes: no more of it is held than the line to the client takes. */
function streamAnswer({ passed, request }: Call, { status, headers, body }: ProjectAnswer, release: () => void): Response {
  finished(body, release);
  const kept = answerHeaders(passed.service, headers);
  if (status < 200 || status > 599) {
    body.destroy();
    return refuseCall(passed.service, request, projectAway);
  }
  if (request.method === 'HEAD' || [204, 205, 304].includes(status)) {
    body.resume();
    return new Response(null, { status, headers: kept });
  }
  return new Response(Readable.toWeb(body) as ReadableStream<Uint8Array>, { status, headers: kept });
}
