import { systemClock } from '@castellan/foundation/clock';
import { connectAs } from '@castellan/platform/core/database';
import { z } from 'zod';
import { openProjectLine, type ProjectLine } from '../adapters/project-line.ts';
import { productMigrations } from '../database/migration-sources.ts';
import { reachDatabase } from '../database/open-shared-database.ts';
import { findOwner } from '../owner/setup-secret.ts';
import { failureSentence, keysSentence, readJson } from '../project/open-project.ts';
import { createProjectCalls, keyHeaders, ProjectRowsError } from '../project/project-calls.ts';
import { createProjectKeys } from '../project/project-keys.ts';
import type { ProjectSettings } from '../project/project-settings.ts';
import type { Settings } from '../settings.ts';
import { type Finding, fine } from './finding.ts';
import { judgeClock } from './judge-machine.ts';
import { describeServer } from './look-at-data.ts';

const migrateSentence = 'Run npm run project -- migrate.';
const patienceMs = 3_000;

/** The project at BACKEND_URL: its keys, ours, who owns it, its clock, and the settings of it that would let strangers in. */
export async function lookAtProject(project: ProjectSettings, allowedNetworks: Settings['allowedNetworks']): Promise<readonly Finding[]> {
  const line = openProjectLine({ url: project.url, allowedNetworks, quietMs: patienceMs });
  try {
    const read = (path: string) => readJson(line, project.anonKey, path);
    const keys = createProjectKeys({
      read: () => read('/auth/v1/.well-known/jwks.json'),
      issuer: `${project.url}/auth/v1`,
      clock: systemClock,
    });
    const loaded = await keys.load();
    if (!loaded.ok) return [{ name: 'project', state: 'failure', found: keysSentence[loaded.failure.code], advice: undefined }];
    return [
      fine('project', `${project.url} answers, and publishes the keys that its tokens are signed with.`),
      await judgeServiceKey(line, project),
      judgeProjectSettings(await read('/auth/v1/settings')),
      ...(await lookAtClock(line, project)),
    ];
  } finally {
    await line.close();
  }
}

async function judgeServiceKey(line: ProjectLine, project: ProjectSettings): Promise<Finding> {
  const name = 'project keys';
  try {
    const owner = await findOwner(createProjectCalls(line, project).rows);
    if (owner !== undefined) return fine(name, 'The project takes BACKEND_SERVICE_KEY, and has its owner.');
    const advice = 'Start the server: it prints the setup link.';
    return { name, state: 'warning', found: 'The project takes BACKEND_SERVICE_KEY. Nobody owns it yet.', advice };
  } catch (error) {
    if (!(error instanceof ProjectRowsError)) throw error;
    return { name, state: 'failure', found: failureSentence(error), advice: undefined };
  }
}

const settingsSchema = z.object({ disable_signup: z.boolean(), external: z.object({ anonymous_users: z.boolean().optional() }) });

/** Whether the project's own settings let strangers make accounts, which our server does not pass on and the project's address takes. */
export function judgeProjectSettings(answer: unknown): Finding {
  const name = 'project settings';
  const settings = settingsSchema.safeParse(answer).data;
  if (settings === undefined) {
    return { name, state: 'warning', found: 'The project does not say how its sign-in is set.', advice: 'See its dashboard.' };
  }
  const open = [
    ...(settings.disable_signup ? [] : ['Whoever asks the project’s own address may sign up.']),
    ...(settings.external.anonymous_users === true && !settings.disable_signup ? ['Anonymous accounts are made there too.'] : []),
  ];
  if (open.length === 0) return fine(name, 'Nobody can sign up at the project.');
  const advice = 'Turn sign-ups off in the project’s dashboard. Such accounts see nothing of yours, and use the project up.';
  return { name, state: 'failure', found: open.join(' '), advice };
}

async function lookAtClock(line: ProjectLine, { anonKey }: ProjectSettings): Promise<readonly Finding[]> {
  const answer = await line.send({ method: 'GET', path: '/auth/v1/health', headers: keyHeaders(anonKey) });
  if (!answer.ok) return [];
  answer.value.body.resume();
  const atMs = Date.parse(answer.value.headers.date ?? '');
  return Number.isNaN(atMs) ? [] : [judgeClock(atMs - Date.now(), 'the project')];
}

/** Version and migrations of the project's database, where BACKEND_DATABASE_URL says where it is. */
export async function lookAtProjectDatabase({ projectDatabase }: Pick<Settings, 'projectDatabase'>): Promise<readonly Finding[]> {
  if (projectDatabase === undefined)
    return [
      {
        name: 'database',
        state: 'not looked at',
        found: 'BACKEND_DATABASE_URL is not set, so whether all migrations are applied is not known.',
        advice: 'Set it for this command, as for npm run project -- migrate.',
      },
    ];
  const client = await connectAs(await reachDatabase(projectDatabase, 'BACKEND_DATABASE_URL', patienceMs), 'supabase_admin');
  try {
    const { version, migrations } = await describeServer(client, [productMigrations], { first: migrateSentence, next: migrateSentence });
    return [version, migrations];
  } finally {
    await client.end();
  }
}
