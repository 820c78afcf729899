import type { Clock } from '@castellan/foundation/clock';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import { createLocalJWKSet, errors, type JWK, jwtVerify } from 'jose';
import { z } from 'zod';

/** What a verified token of the project's says of its bearer. Whether its session lives is for the project's policies to say. */
export type ProjectClaims = z.infer<typeof claimsSchema>;

/** Why a token is not passed on. */
export type ProjectTokenFailure = { readonly code: 'token_expired' | 'token_invalid' | 'keys_away' };

/** The keys by which the project's tokens are verified. */
export type ProjectKeys = {
  /** Reads the keys. `keys_away`: no answer; `no_keys`: the project has none that verify, because it signs by its older shared secret. */
  readonly load: () => Promise<Result<void, { readonly code: 'keys_away' | 'no_keys' }>>;
  /** Never rejects. */
  readonly verify: (token: string) => Promise<Result<ProjectClaims, ProjectTokenFailure>>;
};

const claimsSchema = z.object({
  sub: z.uuid(),
  // A token of the service role is a key that passes every policy by: no browser of ours has one.
  role: z.literal('authenticated'),
  exp: z.number(),
  aal: z.enum(['aal1', 'aal2']).optional(),
  session_id: z.uuid(),
  email: z.string().max(254).optional(),
});

const algorithms = ['ES256', 'RS256', 'EdDSA'] as const;

/** Public halves alone: of a key that names no algorithm of these, or no id, nothing is verified. */
const keySchema = z.object({
  kid: z.string().min(1).max(200),
  kty: z.enum(['EC', 'RSA', 'OKP']),
  alg: z.enum(algorithms),
  crv: z.string().max(20).optional(),
  x: z.string().max(200).optional(),
  y: z.string().max(200).optional(),
  n: z.string().max(2000).optional(),
  e: z.string().max(20).optional(),
});

const setSchema = z.object({ keys: z.array(z.unknown()).max(32) });

/** How long keys are taken without asking again: the service tells its own clients the same. */
const freshMs = 10 * 60_000;
/** A key id that is not known has the keys read again, at most so often: anybody can make one up. */
const againMs = 10_000;
const longestToken = 8192;

type Kept = { readonly find: ReturnType<typeof createLocalJWKSet>; readonly atMs: number };

/** Keeps the project's published keys. `read` fetches `/auth/v1/.well-known/jwks.json` as JSON, or `undefined` where there is no answer. */
export function createProjectKeys(options: {
  readonly read: () => Promise<unknown>;
  readonly issuer: string;
  readonly clock: Clock;
}): ProjectKeys {
  const { read, issuer, clock } = options;
  let kept: Kept | undefined;
  let askedAtMs: number | undefined;
  let running: Promise<Result<void, { readonly code: 'keys_away' | 'no_keys' }>> | undefined;
  const fetchKeys = async (): ReturnType<ProjectKeys['load']> => {
    askedAtMs = clock.nowMs();
    const given = setSchema.safeParse(await read());
    if (!given.success) return fail({ code: 'keys_away' });
    const keys = given.data.keys.flatMap((key) => (keySchema.safeParse(key).data as JWK | undefined) ?? []);
    if (keys.length === 0) return fail({ code: 'no_keys' });
    kept = { find: createLocalJWKSet({ keys }), atMs: clock.nowMs() };
    return succeed(undefined);
  };
  const load = () => {
    running ??= fetchKeys().finally(() => {
      running = undefined;
    });
    return running;
  };
  const mayAsk = () => askedAtMs === undefined || Math.abs(clock.nowMs() - askedAtMs) >= againMs;
  const isOld = () => kept === undefined || Math.abs(clock.nowMs() - kept.atMs) >= freshMs;
  const check = async (token: string): Promise<ProjectClaims | ProjectTokenFailure['code'] | 'key_unknown'> => {
    if (kept === undefined) return 'keys_away';
    try {
      const { payload } = await jwtVerify(token, kept.find, {
        algorithms: [...algorithms],
        issuer,
        audience: 'authenticated',
        currentDate: new Date(clock.nowMs()),
        requiredClaims: ['sub', 'exp', 'role'],
      });
      return claimsSchema.safeParse(payload).data ?? 'token_invalid';
    } catch (error) {
      if (error instanceof errors.JWKSNoMatchingKey) return 'key_unknown';
      return error instanceof errors.JWTExpired ? 'token_expired' : 'token_invalid';
    }
  };
  return {
    load,
    verify: async (token) => {
      if (token.length > longestToken) return fail({ code: 'token_invalid' });
      if (isOld() && mayAsk()) await load();
      let checked = await check(token);
      if (checked === 'key_unknown' && mayAsk()) {
        await load();
        checked = await check(token);
      }
      if (typeof checked !== 'string') return succeed(checked);
      return fail({ code: checked === 'key_unknown' ? 'token_invalid' : checked });
    },
  };
}
