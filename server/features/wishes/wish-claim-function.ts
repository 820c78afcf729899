import { createHash } from 'node:crypto';
import type { Log } from '@castellan/platform/core/log';
import type { SharedWindow } from '@castellan/platform/core/shared-windows';
import type { PlatformFunction } from '@castellan/platform/functions/functions-service';
import { z } from 'zod';
import { answerJson, refuse } from '../../functions/function-answers.ts';
import { visitorFunction } from '../../functions/visitor-function.ts';
import { bytes, type ServerRows } from '../../rows/server-rows.ts';

/** So many claims and withdrawals may come from one address within a window, over all servers: withdrawing shows a token. */
export const claimLimit = { kind: 'wish-claim', limit: 12, windowMs: 10 * 60_000, capacity: 10_000, block: 1 };

const longestName = 60;

/** One line that shows a letter or a digit, and nothing that cannot be seen. */
const nameSchema = z
  .string()
  .max(400)
  .transform((name) => name.normalize('NFC').trim().replaceAll(/ {2,}/g, ' '))
  .refine((name) => /[\p{L}\p{N}]/u.test(name) && !/[\p{C}\p{Zl}\p{Zp}]/u.test(name) && [...name].length <= longestName);

/** 256 random bits, base64url, made by the claimer's browser. */
const tokenSchema = z.string().regex(/^[A-Za-z0-9_-]{43}$/);

const bodySchema = z.discriminatedUnion('action', [
  z.strictObject({
    action: z.literal('claim'),
    wishId: z.uuid(),
    token: tokenSchema,
    name: nameSchema,
    quantity: z.int().min(1).max(99),
  }),
  z.strictObject({ action: z.literal('withdraw'), wishId: z.uuid(), token: tokenSchema }),
]);

type Body = z.infer<typeof bodySchema>;

const outcomeSchema = z.enum(['claimed', 'taken', 'fewer', 'gone']);

/** How a claim or a withdrawal ended. `unknown`: there is no such promise, or not with this token. */
type Outcome = z.infer<typeof outcomeSchema> | 'withdrawn' | 'unknown';

/**
 * `POST /functions/v1/wish-claim`: the one thing that visitors can write. `{action: 'claim', wishId, token, name, quantity}`
 * or `{action: 'withdraw', wishId, token}`; answers `{outcome}`. Whoever is signed in is refused, since the answer would
 * tell of other people's claims. The server's log learns how it ended, neither who nor what.
 */
export function createWishClaimFunction(options: {
  readonly rows: ServerRows;
  readonly log: Log;
  readonly limit: SharedWindow;
}): PlatformFunction {
  return visitorFunction({
    body: bodySchema,
    expects: 'The body is no claim and no withdrawal.',
    limit: options.limit,
    maxBodyBytes: 2048,
    run: async (body, { caller }) => {
      if (caller.role !== 'anon') return refuse(403, 'visitors_only', 'Promises are made by visitors, without a session.');
      const outcome = body.action === 'claim' ? await claim(options.rows, body) : await withdraw(options.rows, body);
      options.log.info('wish claim', { action: body.action, outcome });
      return answerJson({ outcome });
    },
  });
}

async function claim(rows: ServerRows, { wishId, token, name, quantity }: Extract<Body, { action: 'claim' }>): Promise<Outcome> {
  const args = { wish_id: wishId, display_name: name, token_hash: digest(token), quantity };
  return rows.call('server_claim_wish', args, outcomeSchema);
}

async function withdraw(rows: ServerRows, { wishId, token }: Extract<Body, { action: 'withdraw' }>): Promise<Outcome> {
  const isWithdrawn = await rows.call('server_withdraw_claim', { wish_id: wishId, token_hash: digest(token) }, z.boolean());
  return isWithdrawn ? 'withdrawn' : 'unknown';
}

function digest(token: string): string {
  return bytes(createHash('sha256').update(token).digest());
}
