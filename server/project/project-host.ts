import { fail, succeed } from '@castellan/foundation/result';
import { anonymousCaller } from '@castellan/platform/core/caller';
import type { FunctionsHost } from '@castellan/platform/functions/functions-service';
import { findSession, type GatewayTools } from './gateway.ts';
import { keyHeaders } from './project-calls.ts';

/**
 * What the server's own functions know of their callers in front of a project: tokens are verified by the project's keys, and whether a
 * session is the owner's full one is asked of the project, in the caller's own name, by a function that answers nobody else.
 */
export function createProjectHost(tools: GatewayTools, publicUrl: string): FunctionsHost {
  const { line, anonKey, log } = tools;
  return {
    log,
    publicUrl,
    resolveCaller: async (request) => {
      const session = await findSession(tools, request);
      if (session.ok)
        return succeed(session.value === undefined ? anonymousCaller : { role: 'authenticated', claims: session.value.claims });
      const { code } = session.failure;
      if (code === 'key_invalid') return fail({ code: 'api_key_invalid' });
      if (code === 'token_expired') return fail({ code, reason: 'token is expired' });
      return fail({ code: 'token_invalid', reason: 'token is not one of the project' });
    },
    isOwnerSession: async (_caller, request) => {
      const headers = { ...keyHeaders(anonKey), authorization: request.headers.get('authorization') ?? '' };
      const asked = await line.send({
        method: 'GET',
        path: '/rest/v1/rpc/list_sessions?select=id&limit=1',
        headers,
        signal: request.signal,
      });
      if (!asked.ok) throw new Error('the project does not answer');
      asked.value.body.resume();
      return asked.value.status === 200;
    },
  };
}
