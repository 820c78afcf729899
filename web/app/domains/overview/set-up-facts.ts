import type { Result } from '@castellan/foundation/result';
import * as z from 'zod/mini';
import { askTable } from '../../lib/backend.ts';
import type { BackendFailure } from '../../lib/backend-failure.ts';
import { isHostedProject } from '../../lib/stored-session.ts';
import { readSessionStatus } from '../session/session-status.ts';
import { countRecoveryCodes } from '../session/sign-in.ts';
import { loadSiteFacts, type SiteFacts } from '../settings/site-facts.ts';
import { isAbsent } from './overview-counts.ts';
import type { SetUpFact, SetUpFacts } from './set-up-steps.ts';

/** The files of the public pages; wishes and what is private are filled in by whoever wants them. */
const publicFiles = ['profile.json', 'resume.json'];

/** Asks the server how far this installation is set up. What it does not tell is `unknown`. */
export async function loadSetUpFacts(): Promise<SetUpFacts> {
  const [session, codes, site, entry, backup] = await Promise.all([
    readSessionStatus(),
    isHostedProject() ? undefined : countRecoveryCodes(),
    loadSiteFacts(),
    hasRow('vault_entries'),
    hasRow('activity_logs', { column: 'activity_description', prefix: 'Complete backup made' }),
  ]);
  const factors = session.ok ? session.value : undefined;
  const authenticator = factors === undefined ? 'unknown' : isDone(factors.factorId !== undefined || factors.passkeyId !== undefined);
  return {
    authenticator,
    'recovery-codes': codesFact(authenticator, codes),
    name: factOf(site, (facts) => !samplesOf(facts, ['profile.json']).includes('name')),
    content: factOf(site, (facts) => samplesOf(facts, publicFiles).every((field) => field === 'name')),
    password: factOf(entry, (has) => has),
    backup: factOf(backup, (has) => has),
  };
}

/** There are none without an authenticator, and they are made with it; a hosted project has none at all. */
function codesFact(authenticator: SetUpFact, codes: Result<number, BackendFailure> | undefined): SetUpFact {
  if (codes === undefined) return 'absent';
  return authenticator === 'open' ? 'open' : factOf(codes, (left) => left > 0);
}

const isDone = (done: boolean): SetUpFact => (done ? 'done' : 'open');

function factOf<Value>(asked: Result<Value, BackendFailure>, done: (value: Value) => boolean): SetUpFact {
  if (asked.ok) return isDone(done(asked.value));
  return isAbsent(asked.failure) ? 'absent' : 'unknown';
}

/** The fields of these files that still say what the sample says. */
function samplesOf({ samples }: SiteFacts, files: readonly string[]): readonly string[] {
  return samples.flatMap(({ file, fields }) => (files.includes(file) ? fields : []));
}

/** Whether the table has a row, or one whose column begins so. */
function hasRow(table: string, where?: { readonly column: string; readonly prefix: string }): Promise<Result<boolean, BackendFailure>> {
  return askTable(
    (client) => {
      const rows = client.from(table).select('id').limit(1);
      return where === undefined ? rows : rows.like(where.column, `${where.prefix}*`);
    },
    z.pipe(
      z.array(z.unknown()),
      z.transform((rows) => rows.length > 0),
    ),
  );
}
