import { createHash, randomUUID } from 'node:crypto';
import { parseJson } from '@castellan/foundation/parse-json';
import { succeed } from '@castellan/foundation/result';
import { inTransaction, type Queryable } from '../../core/database.ts';
import type { PlatformContext } from '../../core/platform-context.ts';
import { openText, sealText } from '../../core/sealed-text.ts';
import { type Outcome, refuse, refuseForNow } from '../auth-failure.ts';
import { derivedKey } from '../derived-key.ts';
import { codeUnknown } from '../other-providers.ts';
import { type KnownIdentity, knownIdentitySchema } from './known-identity.ts';
import { hashOf, isSameMark, markOf } from './marks.ts';

/** How long a sign-in at another service may take, as on the hosted service. */
export const flowLifeMs = 5 * 60_000;

/** Sign-ins under way at once, of everybody together. */
const mostFlows = 5000;

/** A sign-in that was begun, as it was begun. */
export type Flow = {
  readonly id: string;
  readonly provider: string;
  /** The session that links what comes back to its account; `null` where somebody signs in. */
  readonly linkingSession: string | null;
  /** SHA-256 of the browser's cookie. */
  readonly browserHash: Buffer;
  /** What the client's verifier is held against; `null` where the session comes in the address. */
  readonly challenge: Challenge | null;
  /** An address of this site. */
  readonly returnTo: string;
};

export type Challenge = { readonly code: string; readonly method: 's256' | 'plain' };

type Tools = Pick<PlatformContext, 'keys' | 'clock' | 'randomBytes' | 'database'>;

type Row = {
  readonly id: string;
  readonly provider: string;
  readonly linking_session: string | null;
  readonly browser_hash: Buffer;
  readonly code_challenge: string | null;
  readonly code_challenge_method: 's256' | 'plain' | null;
  readonly return_to: string;
  readonly mark: Buffer;
  readonly sealed_identity: string | null;
  readonly expires_at: Date;
};

const columns =
  'id, provider, linking_session, browser_hash, code_challenge, code_challenge_method, return_to, mark, sealed_identity, expires_at';

/** Keeps a sign-in that begins now. Failure: 429 while as many as there may be are under way. */
export async function beginFlow(tools: Tools, wanted: Omit<Flow, 'id'>): Promise<Outcome<Flow>> {
  const flow: Flow = { id: randomUUID(), ...wanted };
  const now = new Date(tools.clock.nowMs());
  return inTransaction(tools.database.auth, async (client) => {
    // One after the other, so that their number is kept to.
    await client.query(`select pg_advisory_xact_lock(hashtext('auth.flow_state'))`);
    await client.query('delete from auth.flow_state where expires_at <= $1', [now]);
    const { rows } = await client.query<{ count: number }>('select count(*)::int as count from auth.flow_state');
    if ((rows[0]?.count ?? 0) >= mostFlows) return refuseForNow({ waitSeconds: 60 });
    await client.query(
      `insert into auth.flow_state (id, provider, linking_session, browser_hash, code_challenge, code_challenge_method, return_to, mark,
        created_at, expires_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        flow.id,
        flow.provider,
        flow.linkingSession,
        flow.browserHash,
        flow.challenge?.code ?? null,
        flow.challenge?.method ?? null,
        flow.returnTo,
        markOfFlow(tools, flow),
        now,
        new Date(now.getTime() + flowLifeMs),
      ],
    );
    return succeed(flow);
  });
}

/** The sign-in that a provider's answer belongs to. It is answered once: whoever comes second finds none. */
export async function takeFlow(tools: Tools, id: string): Promise<Flow | undefined> {
  if (!/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) return undefined;
  const { rows } = await tools.database.auth.query<Row>(
    `update auth.flow_state set answered_at = $2 where id = $1 and answered_at is null and expires_at > $2 returning ${columns}`,
    [id, new Date(tools.clock.nowMs())],
  );
  return rows[0] === undefined ? undefined : readFlow(tools, rows[0]);
}

/** Keeps whom the provider named until the client trades its code, which is returned. */
export async function keepIdentity(tools: Tools, { id }: Flow, identity: KnownIdentity): Promise<string> {
  const code = randomUUID();
  const sealed = sealText(derivedKey(tools.keys(), 'provider flow'), placeOf(id), JSON.stringify(identity), tools.randomBytes);
  await tools.database.auth.query('update auth.flow_state set auth_code_hash = $2, sealed_identity = $3 where id = $1', [
    id,
    hashOf(code),
    sealed,
  ]);
  return code;
}

/** Forgets a sign-in that came to its end. */
export async function dropFlow(tools: Tools, { id }: Flow): Promise<void> {
  await tools.database.auth.query('delete from auth.flow_state where id = $1', [id]);
}

/**
 * What a code stands for. It is taken by whoever shows it, right verifier or wrong: a code that was seen elsewhere is worth nothing any
 * more. Failures: `flow_state_not_found`, `flow_state_expired`, `bad_code_verifier`, in the hosted service's words.
 */
export async function spendCode(
  tools: Tools,
  queryable: Queryable,
  shown: { readonly code: string; readonly verifier: string },
): Promise<Outcome<{ readonly flow: Flow; readonly identity: KnownIdentity }>> {
  const { rows } = await queryable.query<Row>(`delete from auth.flow_state where auth_code_hash = $1 returning ${columns}`, [
    hashOf(shown.code),
  ]);
  const [row] = rows;
  const flow = row && readFlow(tools, row);
  const opened = row && openText(derivedKey(tools.keys(), 'provider flow'), placeOf(row.id), row.sealed_identity ?? '');
  if (row === undefined || flow === undefined || opened?.ok !== true || flow.challenge === null) return codeUnknown;
  if (row.expires_at.getTime() <= tools.clock.nowMs()) {
    return refuse(422, 'flow_state_expired', 'invalid flow state, flow state has expired');
  }
  if (!answersChallenge(flow.challenge, shown.verifier)) {
    return refuse(400, 'bad_code_verifier', 'code challenge does not match previously saved code verifier');
  }
  const document = parseJson(opened.value);
  const identity = knownIdentitySchema.safeParse(document);
  return identity.success ? succeed({ flow, identity: identity.data }) : codeUnknown;
}

/** What goes to the provider with a sign-in. It follows from the sign-in's id, so that nothing of it lies in the database. */
export function secretsOf(tools: Pick<Tools, 'keys'>, { id }: Flow): { readonly nonce: string; readonly verifier: string } {
  const made = (what: string) => markOf(tools.keys(), 'provider flow', [what, id]).toString('base64url');
  return { nonce: made('nonce'), verifier: made('verifier') };
}

/** RFC 7636 §4.6. */
function answersChallenge({ code, method }: Challenge, verifier: string): boolean {
  const answered = method === 's256' ? createHash('sha256').update(verifier).digest('base64url') : verifier;
  return isSameMark(Buffer.from(answered), Buffer.from(code));
}

/** The sign-in of a row that this server wrote, `undefined` where somebody else did. */
function readFlow(tools: Pick<Tools, 'keys'>, row: Row): Flow | undefined {
  const { code_challenge: code, code_challenge_method: method } = row;
  const flow: Flow = {
    id: row.id,
    provider: row.provider,
    linkingSession: row.linking_session,
    browserHash: row.browser_hash,
    challenge: code === null || method === null ? null : { code, method },
    returnTo: row.return_to,
  };
  return isSameMark(row.mark, markOfFlow(tools, flow)) ? flow : undefined;
}

function markOfFlow({ keys }: Pick<Tools, 'keys'>, flow: Omit<Flow, 'mark'>): Buffer {
  const { id, provider, linkingSession, browserHash, challenge, returnTo } = flow;
  const parts = [id, provider, linkingSession, browserHash.toString('hex'), challenge?.code ?? null, challenge?.method ?? null, returnTo];
  return markOf(keys(), 'provider flow', ['row', ...parts]);
}

function placeOf(id: string): string {
  return `castellan auth: flow ${id}`;
}
