import type { Clock } from '@castellan/foundation/clock';
import type { Log } from '@castellan/platform/core/log';
import { openProjectLine, type ProjectLine } from '../adapters/project-line.ts';
import type { Readiness } from '../database/database-readiness.ts';
import { renewSetupSecret } from '../owner/setup-secret.ts';
import type { Settings } from '../settings.ts';
import { createProjectCalls, keyHeaders, type ProjectCalls, ProjectRowsError } from './project-calls.ts';
import { createProjectKeys, type ProjectKeys } from './project-keys.ts';
import type { ProjectSettings } from './project-settings.ts';
import { readWhole } from './read-whole.ts';

/** A project that was found usable. */
export type OpenProject = {
  readonly line: ProjectLine;
  readonly keys: ProjectKeys;
  readonly calls: ProjectCalls;
  /** The secret of the setup link, while nobody owns the project. */
  readonly setupSecret: string | undefined;
  /** Whether the project answers, asked once a second at most. */
  readonly readiness: () => Promise<Readiness>;
};

type Given = {
  readonly project: ProjectSettings;
  readonly settings: Pick<Settings, 'allowedNetworks'>;
  readonly clock: Clock;
  readonly log: Log;
};

/** Opens the way to the project and asks for all that the server cannot do without. Throws one sentence that says what is missing. */
export async function openProject({ project, settings, clock, log }: Given): Promise<OpenProject> {
  const line = openProjectLine({ url: project.url, allowedNetworks: settings.allowedNetworks });
  try {
    const read = () => readJson(line, project.anonKey, '/auth/v1/.well-known/jwks.json');
    const keys = createProjectKeys({ read, issuer: `${project.url}/auth/v1`, clock });
    const loaded = await keys.load();
    if (!loaded.ok) throw new Error(keysSentence[loaded.failure.code]);
    const calls = createProjectCalls(line, project);
    const setupSecret = await renewSetupSecret(calls.rows, clock.nowMs()).catch((error: unknown) => {
      throw error instanceof ProjectRowsError ? new Error(failureSentence(error)) : error;
    });
    return { line, keys, calls, setupSecret, readiness: watchProject(line, project.anonKey, clock) };
  } catch (error) {
    await line.close().catch((failure: Error) => log.debug('way to the project not closed', { error: failure }));
    throw error;
  }
}

const away = 'The project at BACKEND_URL does not answer. Check the address, and whether the project is paused.';

/** Why the project's tokens cannot be verified, a sentence for people. */
export const keysSentence = {
  keys_away: away,
  no_keys:
    'The project at BACKEND_URL publishes no signing key by which its tokens could be verified. Turn its JWT signing keys on (an asymmetric one), and wait until it signs with it.',
} as const;

/** Why the project did not answer the server's own call, a sentence for people. */
export function failureSentence({ failure }: ProjectRowsError): string {
  if (failure.code === 'away') return away;
  if (failure.status === 404) return 'The project’s database lacks what this version needs. Run `npm run project -- migrate`.';
  if (failure.status === 401 || failure.status === 403)
    return 'The project refuses BACKEND_SERVICE_KEY. Take a key of this project that is not revoked.';
  return `The project refused the server’s first call (${failure.reason}).`;
}

const maxKeysBytes = 64 * 1024;

/** What the project answers to a visitor at a path, as JSON; `undefined` where it does not. */
export async function readJson(line: ProjectLine, anonKey: string, path: string): Promise<unknown> {
  const answer = await line.send({ method: 'GET', path, headers: keyHeaders(anonKey) });
  if (!answer.ok) return undefined;
  const read = await readWhole(answer.value.body, maxKeysBytes);
  return answer.value.status === 200 ? read?.json : undefined;
}

const readinessLifeMs = 1_000;

function watchProject(line: ProjectLine, anonKey: string, clock: Clock): OpenProject['readiness'] {
  let asked: { readonly atMs: number; readonly answer: Promise<Readiness> } | undefined;
  const ask = async (): Promise<Readiness> => {
    const answer = await line.send({
      method: 'GET',
      path: '/auth/v1/health',
      headers: keyHeaders(anonKey),
      signal: AbortSignal.timeout(3_000),
    });
    if (!answer.ok) return 'away';
    answer.value.body.resume();
    return answer.value.status === 200 ? 'ready' : 'away';
  };
  return () => {
    const nowMs = clock.nowMs();
    if (asked === undefined || Math.abs(nowMs - asked.atMs) >= readinessLifeMs) asked = { atMs: nowMs, answer: ask() };
    return asked.answer;
  };
}
