import { randomBytes } from 'node:crypto';
import { systemClock } from '@castellan/foundation/clock';
import type { Database } from '@castellan/platform/core/database';
import { createSharedWindows } from '@castellan/platform/core/shared-windows';
import { createPlatform, type Platform } from '@castellan/platform/platform';
import type pg from 'pg';
import { createCountryOf } from '../adapters/country-of-address.ts';
import { followSchedule, openBackups } from '../backups/schedule/open-backups.ts';
import { createPing } from '../backups/schedule/ping.ts';
import type { Content } from '../content.ts';
import { examine } from '../doctor/examine.ts';
import type { FailedSignIns } from '../failed-sign-ins.ts';
import { openHalves } from '../features/open-halves.ts';
import { serverHalves } from '../features/server-halves.ts';
import { countInDatabase } from '../functions/guesses.ts';
import type { DirectAnswer } from '../http/direct-answer.ts';
import type { Answer } from '../http/listener.ts';
import { writeFailedSignIns } from '../owner/activity.ts';
import { openOwners } from '../owner/owners.ts';
import { openRefusalRecorder } from '../owner/refusal-recorder.ts';
import { findOwner } from '../owner/setup-secret.ts';
import type { ClosedPage } from '../pages/closed-page.ts';
import type { ServerRows } from '../rows/server-rows.ts';
import { createSqlRows } from '../rows/sql-rows.ts';
import type { LiveKeys } from './follow-keys.ts';
import type { Foreign } from './open-foreign.ts';
import { openMail } from './open-mail.ts';
import type { Start } from './start-steps.ts';
import type { Openings } from './take-openings.ts';

/** bcrypt's cost: a quarter of a second a password on a small machine. */
const passwordCost = 12;

type Given = {
  readonly database: Database;
  /** What the server itself reads and writes. */
  readonly rows: ServerRows;
  /** For the halves, as the owner of the product's tables. */
  readonly forHalves: pg.Pool;
  readonly foreign: Foreign;
  readonly keys: LiveKeys;
  readonly content: Content;
  readonly publicUrl: () => string;
  readonly closedPage: ClosedPage;
  readonly openings: Openings;
};

type Services = {
  readonly platform: Platform;
  readonly functionNames: readonly string[];
  readonly answers: readonly Answer[];
  readonly directAnswers: readonly DirectAnswer[];
};

/** The embedded backend with the functions of each tool and feature, and what these answer at addresses of their own. */
export function openServices(start: Start, given: Given): Services {
  const { settings, log, closers } = start;
  const { database, rows, forHalves, foreign, keys, content, publicUrl, closedPage, openings } = given;
  const shared = {
    keys: keys.ring,
    clock: systemClock,
    randomBytes: (byteCount: number) => new Uint8Array(randomBytes(byteCount)),
    log,
    passwordCost,
  };
  const write = (row: FailedSignIns) => writeFailedSignIns(rows, row);
  const failedSignIns = openRefusalRecorder(write, { clock: systemClock, log, what: 'failed sign-in' });
  closers.push(failedSignIns.close);
  const guesses = countInDatabase(database.auth, systemClock);
  const { mails, outbox } = openMail(start, { database, keys, publicUrl });
  const backups = openBackups({ settings, database: forHalves, log, clock: systemClock, ping: createPing(foreign.egress) });
  closers.push(followSchedule(backups, log));
  const halves = openHalves(serverHalves, {
    ...shared,
    settings,
    backups,
    examine: () => examine(settings, process.env, log, undefined),
    ...foreign,
    countryOf: createCountryOf(),
    outbox,
    rows: createSqlRows(forHalves),
    owners: openOwners({ pool: forHalves, rows, guesses, passwordCost }),
    guesses,
    sharedWindow: createSharedWindows({ queryable: database.auth, clock: systemClock, log }),
    content,
    publicUrl,
    closedPage,
    signInFailed: failedSignIns.record,
  });
  closers.push(halves.close);
  const authEvents = { signInFailed: failedSignIns.record, sessionsEnded: () => {} };
  const { functions, answers, directAnswers } = halves;
  const platform = createPlatform(
    {
      ...shared,
      database,
      publicUrl: publicUrl(),
      authEvents,
      findOwner: () => findOwner(rows),
      anonymousSearch: settings.anonymousSearch,
      signUps: openings.signUps,
      data: openings.data,
      storage: settings.storage,
      mails,
    },
    { functions, otherWays: openings.openWays({ egress: foreign.egress, clock: systemClock, log }) },
  );
  return { platform, functionNames: Object.keys(functions), answers, directAnswers };
}
