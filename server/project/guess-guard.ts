import { createHash } from 'node:crypto';
import type { Clock } from '@castellan/foundation/clock';
import type { RandomBytes } from '@castellan/foundation/randomness';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import { deviceCookie, findDevice } from '@castellan/platform/auth/device-cookie';
import { addressBlock } from '@castellan/platform/core/address-block';
import { createAttemptWindow } from '@castellan/platform/core/attempt-window';
import type { BackOff, MustWait } from '@castellan/platform/core/back-off';
import type { RequestContext } from '@castellan/platform/core/caller';
import type { AuthEvents } from '@castellan/platform/core/platform-context';
import type { KeyRing } from '@castellan/platform/core/tokens';
import { z } from 'zod';
import type { Guesses } from '../functions/guesses.ts';

/** A guess that is about to be passed on. A passkey's answer is a code that is `undefined`: nobody guesses it, and its challenge is spent once. */
export type Guess =
  | { readonly kind: 'password'; readonly email: string }
  /** `account`: the e-mail address that the verified token names, or its account's id. */
  | { readonly kind: 'code'; readonly account: string; readonly factorId: string; readonly code: string | undefined }
  | { readonly kind: 'refresh' };

/** A guess that was counted. `settle` is told once what the project answered. */
export type CountedGuess = {
  /** Takes back or forgets what was counted, as the answer says; returns headers to be added, such as the device's cookie. */
  readonly settle: (status: number, answer: unknown) => Promise<Readonly<Record<string, string>>>;
};

/** Why a guess is not passed on. */
export type GuessFailure = MustWait | { readonly code: 'code_used' };

/** Counts guesses of secrets in front of the project, for every server there. */
export type GuessGuard = {
  readonly count: (guess: Guess, request: Request, context: RequestContext) => Promise<Result<CountedGuess, GuessFailure>>;
};

const minuteMs = 60_000;
const capacity = 10_000;
/** A code is right for 30 seconds, and for one such step on either side. */
const codeLifeMs = 2 * minuteMs;

const answerSchema = z.object({
  code: z.unknown().optional(),
  error_code: z.unknown().optional(),
  user: z.object({ factors: z.array(z.object({ status: z.string() })).nullish() }).optional(),
});

type Tools = {
  readonly clock: Clock;
  readonly guesses: Guesses;
  readonly randomBytes: RandomBytes;
  readonly keys: () => KeyRing;
  readonly signInFailed: AuthEvents['signInFailed'];
};

/**
 * The gateway's own limits, as the embedded backend has them: back-off by address block and by account, five codes in a quarter of an hour,
 * each code once. A device that signed in before is counted by itself alone, so that no stranger locks the owner out.
 */
export function createGuessGuard(tools: Tools): GuessGuard {
  const { clock, guesses } = tools;
  const addresses = guesses.backOff('project-sign-in-address', { freeAttempts: 10, capacity });
  const accounts = guesses.backOff('project-sign-in-account', { forgetMs: 12 * 60 * minuteMs, capacity });
  const codes = guesses.window('project-code', { limit: 5, windowMs: 15 * minuteMs, capacity });
  // The service itself accepts a code again within its time.
  const usedCodes = guesses.window('project-used-code', { limit: 1, windowMs: codeLifeMs, capacity: 1000 });
  const refreshes = createAttemptWindow(clock, { limit: 150, windowMs: 5 * minuteMs, capacity: 1000 });
  return {
    count: async (guess, request, context) => {
      const block = addressBlock(context.address);
      if (guess.kind === 'refresh') {
        const allowed = refreshes.reserve(block);
        return allowed.ok ? succeed({ settle: async () => ({}) }) : allowed;
      }
      const account = hashOf(guess.kind === 'password' ? guess.email : guess.account);
      const device = await findDevice(tools, request, context);
      const known = device?.userId === account ? device : undefined;
      const key = known === undefined ? account : `device ${known.deviceId}`;
      // A known device waits behind no stranger's guesses at this address.
      const reserved = await reserveAll([...(known === undefined ? [[addresses, block] as const] : []), [accounts, key]]);
      if (!reserved.ok) return reserved;
      const giveBack = () => giveAllBack(reserved.value);
      const mark = guess.kind === 'code' && guess.code !== undefined ? hashOf(`${guess.factorId} ${guess.code}`) : undefined;
      if (guess.kind === 'code') {
        const allowed = await codes.reserve(key);
        if (!allowed.ok || (mark !== undefined && !(await usedCodes.reserve(mark)).ok)) {
          if (allowed.ok) await codes.giveBack(key);
          await giveBack();
          return allowed.ok ? fail({ code: 'code_used' }) : allowed;
        }
      }
      const takeBack = async () => {
        if (guess.kind === 'code') await codes.giveBack(key);
        await giveBack();
      };
      return succeed({
        settle: async (status, answer) => {
          const said = answerSchema.safeParse(answer).data;
          const isWrong = [said?.code, said?.error_code].some(
            (code) => code === 'invalid_credentials' || code === 'mfa_verification_failed',
          );
          if (mark !== undefined && status !== 200) await usedCodes.giveBack(mark);
          if (status >= 400 && status < 500 && isWrong) {
            const userAgent = (request.headers.get('user-agent') ?? '').slice(0, 400);
            tools.signInFailed({ address: context.address, userAgent, method: guess.kind === 'code' ? 'totp' : 'password' });
            return {};
          }
          const wantsFactor = guess.kind === 'password' && said?.user?.factors?.some(({ status: state }) => state === 'verified') === true;
          // Half a sign-in clears no counter, and neither does what was not looked at.
          if (status !== 200 || said === undefined || wantsFactor) {
            await takeBack();
            return {};
          }
          if (guess.kind === 'code') await codes.giveBack(key);
          for (const [limit, counted] of reserved.value) await limit.succeed(counted);
          return deviceCookie(tools, context, account, known);
        },
      });
    },
  };
}

type Reserved = readonly (readonly [BackOff, string])[];

async function reserveAll(limits: Reserved): Promise<Result<Reserved, MustWait>> {
  const reserved: (readonly [BackOff, string])[] = [];
  for (const [limit, key] of limits) {
    const allowed = await limit.reserve(key);
    if (!allowed.ok) {
      await giveAllBack(reserved);
      return allowed;
    }
    reserved.push([limit, key]);
  }
  return succeed(reserved);
}

async function giveAllBack(reserved: Reserved): Promise<void> {
  for (const [limit, key] of reserved) await limit.giveBack(key);
}

/** Without a dot, which parts the cookie. Neither addresses nor codes are kept themselves. */
function hashOf(text: string): string {
  return createHash('sha256').update(text.trim().toLowerCase()).digest('base64url');
}
