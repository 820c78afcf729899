import { fail, type Result, succeed } from '@castellan/foundation/result';
import { z } from 'zod';
import type { ProjectLine } from '../adapters/project-line.ts';
import type { ServerEvent } from '../owner/server-event.ts';
import type { ProjectSettings } from './project-settings.ts';
import { readWhole } from './read-whole.ts';

/** Why the project did not do what the server asked: it does not answer, or answers with a refusal and perhaps a code. */
export type ProjectFailure = { readonly code: 'away' } | { readonly code: 'refused'; readonly status: number; readonly reason: string };

type Asked<Value> = Promise<Result<Value, ProjectFailure>>;

/** All that the server does at the project with the service key. Nothing else of the server holds that key. */
export type ProjectCalls = {
  readonly hasOwner: () => Asked<boolean>;
  /** Replaces the setup secret; `false` once there is an owner. The hash is hexadecimal. */
  readonly putSetupSecret: (hash: string, expiresAt: Date) => Asked<boolean>;
  readonly isSetupSecret: (hash: string) => Asked<boolean>;
  /** Makes an account whose address counts as confirmed, and returns its id. `email_exists` where the address has one. */
  readonly createAccount: (account: { readonly email: string; readonly password: string }) => Asked<string>;
  readonly removeAccount: (userId: string) => Asked<undefined>;
  /** Makes the account the owner's if the secret still matches; `false` otherwise. */
  readonly claimOwnership: (hash: string, userId: string) => Asked<boolean>;
  /** Writes what the server itself saw into the owner's log; `false` while there is no owner. */
  readonly recordEvent: (event: ServerEvent) => Asked<boolean>;
};

/** Headers that name a key. A key of the older kind is a token, and stands as one too. */
export function keyHeaders(key: string): Readonly<Record<string, string>> {
  return key.startsWith('sb_') ? { apikey: key } : { apikey: key, authorization: `Bearer ${key}` };
}

const maxAnswerBytes = 256 * 1024;
const userAgent = 'Castellan';

const refusalSchema = z.object({ code: z.unknown().optional(), error_code: z.unknown().optional() });

/** Makes the calls. Each asks for one thing that the service's key is needed for. */
export function createProjectCalls(line: ProjectLine, { serviceKey }: Pick<ProjectSettings, 'serviceKey'>): ProjectCalls {
  const ask = async <Value>(
    method: 'POST' | 'DELETE',
    path: string,
    body: Readonly<Record<string, unknown>>,
    shape: z.ZodType<Value>,
  ): Asked<Value> => {
    const answer = await line.send({
      method,
      path,
      headers: { ...keyHeaders(serviceKey), 'content-type': 'application/json', 'user-agent': userAgent },
      body: JSON.stringify(body),
    });
    if (!answer.ok) return answer;
    const read = await readWhole(answer.value.body, maxAnswerBytes);
    if (read === undefined) return fail({ code: 'away' });
    const { status } = answer.value;
    if (status >= 300) return fail({ code: 'refused', status, reason: reasonOf(read.json) });
    const value = shape.safeParse(read.json);
    return value.success ? succeed(value.data) : fail({ code: 'refused', status, reason: 'answer_unreadable' });
  };
  const tell = (name: string, input: Readonly<Record<string, unknown>>) => ask('POST', `/rest/v1/rpc/${name}`, input, z.boolean());
  return {
    hasOwner: () => tell('server_has_owner', {}),
    putSetupSecret: (hash, expiresAt) => tell('server_put_setup_secret', { hash, expires_at: expiresAt.toISOString() }),
    isSetupSecret: (hash) => tell('server_setup_secret_matches', { hash }),
    createAccount: async ({ email, password }) => {
      const made = await ask('POST', '/auth/v1/admin/users', { email, password, email_confirm: true }, z.object({ id: z.uuid() }));
      return made.ok ? succeed(made.value.id) : made;
    },
    removeAccount: async (userId) => {
      const removed = await ask('DELETE', `/auth/v1/admin/users/${encodeURIComponent(userId)}`, {}, z.unknown());
      return removed.ok ? succeed(undefined) : removed;
    },
    claimOwnership: (hash, userId) => tell('server_claim_ownership', { hash, user_id: userId }),
    recordEvent: ({ type, description, success, metadata, address, userAgent: agent }) =>
      tell('server_record_event', {
        activity_type: type,
        activity_description: description,
        success,
        metadata,
        address: address === 'many' ? null : address,
        user_agent: agent.slice(0, 400),
      }),
  };
}

function reasonOf(json: unknown): string {
  const { code, error_code: legacy } = refusalSchema.safeParse(json).data ?? {};
  return [code, legacy].find((reason) => typeof reason === 'string') ?? 'unknown';
}
