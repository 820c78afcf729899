import { fail, type Result, succeed } from '@castellan/foundation/result';
import { z } from 'zod';
import type { ProjectLine } from '../adapters/project-line.ts';
import type { ServerRows } from '../rows/server-rows.ts';
import type { ProjectSettings } from './project-settings.ts';
import { readWhole } from './read-whole.ts';

/** Why the project did not do what the server asked: it does not answer, or answers with a refusal and perhaps a code. */
export type ProjectFailure = { readonly code: 'away' } | { readonly code: 'refused'; readonly status: number; readonly reason: string };

/** A call of the server's own rows that was not answered as expected. */
export class ProjectRowsError extends Error {
  readonly failure: ProjectFailure;
  constructor(name: string, failure: ProjectFailure) {
    super(failure.code === 'away' ? `${name}: the project does not answer` : `${name}: refused with ${failure.status} (${failure.reason})`);
    this.failure = failure;
  }
}

type Asked<Value> = Promise<Result<Value, ProjectFailure>>;

/** All that the server does at the project with the service key. Nothing else of the server holds that key. */
export type ProjectCalls = {
  /** Rejects with `ProjectRowsError`. */
  readonly rows: ServerRows;
  /** Makes an account whose address counts as confirmed, and returns its id. `email_exists` where the address has one. */
  readonly createAccount: (account: { readonly email: string; readonly password: string }) => Asked<string>;
  readonly removeAccount: (userId: string) => Asked<undefined>;
};

/** Headers that name a key. A key of the older kind is a token, and stands as one too. */
export function keyHeaders(key: string): Readonly<Record<string, string>> {
  return key.startsWith('sb_') ? { apikey: key } : { apikey: key, authorization: `Bearer ${key}` };
}

/** A feed's copy is the longest of the server's own rows. */
const maxAnswerBytes = 32 * 1024 * 1024;

const refusalSchema = z.object({ code: z.unknown().optional(), error_code: z.unknown().optional() });

/** Makes the calls. Each asks for one thing that the service's key is needed for. */
export function createProjectCalls(line: ProjectLine, { serviceKey }: Pick<ProjectSettings, 'serviceKey'>): ProjectCalls {
  const ask = async (method: 'POST' | 'DELETE', path: string, body: Readonly<Record<string, unknown>>): Asked<unknown> => {
    const answer = await line.send({
      method,
      path,
      headers: { ...keyHeaders(serviceKey), 'content-type': 'application/json', 'user-agent': 'Castellan' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) return answer;
    const read = await readWhole(answer.value.body, maxAnswerBytes);
    if (read === undefined) return fail({ code: 'away' });
    const { status } = answer.value;
    return status >= 300 ? fail({ code: 'refused', status, reason: reasonOf(read.json) }) : succeed(read.json);
  };
  return {
    rows: {
      call: async (name, args, answer) => {
        const asked = await ask('POST', `/rest/v1/rpc/${name}`, args);
        if (!asked.ok) throw new ProjectRowsError(name, asked.failure);
        return answer.parse(asked.value);
      },
    },
    createAccount: async ({ email, password }) => {
      const made = await ask('POST', '/auth/v1/admin/users', { email, password, email_confirm: true });
      if (!made.ok) return made;
      const account = z.object({ id: z.uuid() }).safeParse(made.value);
      return account.success ? succeed(account.data.id) : fail({ code: 'refused', status: 200, reason: 'answer_unreadable' });
    },
    removeAccount: async (userId) => {
      const removed = await ask('DELETE', `/auth/v1/admin/users/${encodeURIComponent(userId)}`, {});
      return removed.ok ? succeed(undefined) : removed;
    },
  };
}

function reasonOf(json: unknown): string {
  const { code, error_code: legacy } = refusalSchema.safeParse(json).data ?? {};
  return [code, legacy].find((reason) => typeof reason === 'string') ?? 'unknown';
}
