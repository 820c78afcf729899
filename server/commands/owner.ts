import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import {
  endSessions,
  enrolVerifiedFactor,
  issueDeviceGrant,
  issueEnrolmentSecret,
  listSessions,
  removeFactors,
  setPassword,
} from '@castellan/platform/auth/administration';
import { findPasswordWeakness } from '@castellan/platform/auth/password-rules';
import { inTransaction } from '@castellan/platform/core/database';
import type pg from 'pg';
import { snapshotBeforeUpgrade } from '../backups/before-upgrade.ts';
import { openKeys } from '../keys/key-store.ts';
import { createOwner } from '../owner/create-owner.ts';
import { findOwner } from '../owner/setup-secret.ts';
import { createSqlRows } from '../rows/sql-rows.ts';
import type { Settings } from '../settings.ts';
import { CommandError, print, runCommand } from './run-command.ts';
import { withData } from './with-data.ts';

const usage = `Usage (passwords are read from standard input):
  npm run owner -- create --email E [--authenticator]   makes the owner; prints the authenticator's otpauth:// address
  npm run owner -- sessions                             lists the live sessions
  npm run owner -- revoke SESSION                       ends one session
  npm run owner -- revoke --all                         ends every session
  npm run owner -- reset-password                       sets a new password; ends every session
  npm run owner -- allow-device                         prints a one-time link that makes a new browser a known device,
                                                        so that strangers' wrong passwords do not make it wait
  npm run owner -- remove-authenticator                 removes every authenticator and sign-in passkey; ends every session`;

const passwordCost = 12;

const failureTexts = {
  setup_closed: 'This installation has its owner already.',
  setup_secret_invalid: 'The setup secret is not valid.',
  email_invalid: 'The e-mail address is not one.',
} as const;

type Arguments = ReturnType<typeof readArguments>;

const commands: Readonly<Record<string, (pool: pg.Pool, given: Arguments, settings: Settings) => Promise<void>>> = {
  create,
  sessions,
  revoke,
  'reset-password': resetPassword,
  'remove-authenticator': removeAuthenticator,
  'allow-device': allowDevice,
};

await runCommand(
  async (settings, log) => {
    const given = readArguments();
    const command = commands[given.positionals[0] ?? ''];
    if (given.values.help || command === undefined) {
      if (given.values.help) return print(usage);
      throw new CommandError(usage);
    }
    await withData(settings, log, (pool) => command(pool, given, settings), snapshotBeforeUpgrade(settings, log));
  },
  {
    instead:
      'Its dashboard sets a password and removes a lost authenticator; Settings, Security ends sessions. Whoever opens the link that npm start prints becomes the owner.',
  },
);

async function create(pool: pg.Pool, { values }: Arguments, { keysFile }: Settings): Promise<void> {
  if (values.email === undefined) throw new CommandError(`create wants --email.\n${usage}`);
  const created = await createOwner(pool, { email: values.email, password: await readPassword(), secret: undefined }, passwordCost);
  if (!created.ok)
    throw new CommandError(created.failure.code === 'weak_password' ? created.failure.message : failureTexts[created.failure.code]);
  print(`${values.email} is the owner now.`);
  if (!values.authenticator) return;
  const { ring } = await openKeys(keysFile);
  const { otpauthAddress } = await enrolVerifiedFactor(pool, created.value, ring);
  print('Add this address to the authenticator app (it is shown once):');
  print(otpauthAddress);
}

async function sessions(pool: pg.Pool): Promise<void> {
  const live = await listSessions(pool, await requireOwner(pool));
  if (live.length === 0) print('There is no live session.');
  for (const session of live) {
    const seen = (session.refreshedAt ?? session.createdAt).toISOString();
    print(
      `${session.id}  ${session.assurance}  last seen ${seen}  ${session.address ?? 'unknown address'}  ${session.userAgent ?? ''}`.trimEnd(),
    );
  }
}

async function revoke(pool: pg.Pool, { values, positionals }: Arguments): Promise<void> {
  const [, sessionId] = positionals;
  if ((sessionId === undefined) === !values.all) throw new CommandError(`revoke wants a session's id, or --all.\n${usage}`);
  const ended = await endSessions(pool, await requireOwner(pool), sessionId === undefined ? 'all' : { sessionId });
  if (ended.length === 0 && sessionId !== undefined) throw new CommandError(`There is no live session ${sessionId}.`);
  print(`${ended.length} ${ended.length === 1 ? 'session' : 'sessions'} ended.`);
}

async function resetPassword(pool: pg.Pool): Promise<void> {
  const owner = await requireOwner(pool);
  const password = await readPassword();
  const { rows } = await pool.query<{ email: string }>('select email from auth.users where id = $1', [owner]);
  const weakness = findPasswordWeakness(password, rows[0]?.email ?? '');
  if (weakness !== undefined) throw new CommandError(weakness.message);
  const secret = await inTransaction(pool, async (client) => {
    await setPassword(client, owner, { password, passwordCost });
    await endSessions(client, owner, 'all');
    return issueEnrolmentSecret(client, owner);
  });
  print('The password is set and every session has ended. The authenticator stays as it is.');
  printEnrolmentSecret(secret);
}

async function removeAuthenticator(pool: pg.Pool): Promise<void> {
  const owner = await requireOwner(pool);
  const secret = await inTransaction(pool, async (client) => {
    await removeFactors(client, owner);
    await endSessions(client, owner, 'all');
    return issueEnrolmentSecret(client, owner);
  });
  print('Every authenticator and sign-in passkey is removed and every session has ended. Nothing opens before a new one is enrolled.');
  printEnrolmentSecret(secret);
}

async function allowDevice(pool: pg.Pool, _given: Arguments, { publicUrl, host, port }: Settings): Promise<void> {
  const secret = await issueDeviceGrant(pool, await requireOwner(pool));
  print('Open this link within 30 minutes in the browser that is to be let in; then sign in there as usual:');
  print(`  ${publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`}/auth-terminal#device=${secret}`);
}

function printEnrolmentSecret(secret: string): void {
  print('To enrol an authenticator where there is none: sign in at /auth-terminal, type "enrol", and give this one-time secret:');
  print(secret);
}

async function requireOwner(pool: pg.Pool): Promise<string> {
  const owner = await findOwner(createSqlRows(pool));
  if (owner === undefined) throw new CommandError('This installation has no owner yet. Make one with: npm run owner -- create --email E');
  return owner;
}

/** One line from standard input, so that the password stands in no argument list and no shell history. */
async function readPassword(): Promise<string> {
  if (process.stdin.isTTY) process.stderr.write('Password, then Enter and Ctrl+D: ');
  const [line = ''] = (await text(process.stdin)).split(/\r?\n/);
  if (line === '') throw new CommandError('Give the password on standard input.');
  return line;
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { email: { type: 'string' }, authenticator: { type: 'boolean' }, all: { type: 'boolean' }, help: { type: 'boolean' } },
    });
  } catch (error) {
    throw new CommandError(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
  }
}
