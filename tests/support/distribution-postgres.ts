import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { findFreePort } from './free-port.ts';

/** PostgreSQL and pgbouncer refuse root; started as root they run as `nobody`, with files of its own. */
const nobody = 65534;
const account = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};

const versionsFolder = '/usr/lib/postgresql';

/**
 * Where the programs of another PostgreSQL than the embedded one are: the folder that `TEST_POSTGRES` names, or the newest of the
 * distribution. `undefined`: there is none.
 */
export function findDistributionPostgres(): string | undefined {
  const named = process.env['TEST_POSTGRES'];
  if (named !== undefined) return existsSync(join(named, 'postgres')) ? named : undefined;
  const versions = existsSync(versionsFolder) ? readdirSync(versionsFolder).filter((name) => /^\d+$/.test(name)) : [];
  const [newest] = versions.sort((left, right) => Number(right) - Number(left));
  const programs = newest === undefined ? undefined : join(versionsFolder, newest, 'bin');
  return programs !== undefined && existsSync(join(programs, 'postgres')) ? programs : undefined;
}

/** Where the distribution keeps pgbouncer; `undefined`: it is not installed. */
export function findPgbouncer(): string | undefined {
  return ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find((path) => existsSync(path));
}

/** A cluster of the distribution's PostgreSQL, with a superuser `postgres` of its own, on loopback. */
export type DistributionPostgres = {
  readonly port: number;
  /** The certificate it shows, PEM, where it speaks TLS alone. */
  readonly certificateFile: string | undefined;
  /** Runs a statement as the superuser. */
  readonly run: (statement: string, database?: string) => Promise<void>;
  readonly stop: () => Promise<void>;
};

const password = 'a password of the tests';

/** Makes and starts a cluster. With `certificateName` it speaks TLS, and shows a certificate for that name which signs itself. */
export async function startDistributionPostgres(programs: string, certificateName?: string): Promise<DistributionPostgres> {
  const folder = makeOwnFolder();
  const data = join(folder, 'data');
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o644 });
  execFileSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`, '--encoding=UTF8', '--locale=C', '--no-sync'],
    { ...account, cwd: folder, stdio: 'ignore', env: { LC_ALL: 'C' } },
  );
  const certificateFile = certificateName === undefined ? undefined : makeCertificate(folder, certificateName);
  const tls =
    certificateFile === undefined ? [] : ['ssl=on', `ssl_cert_file=${certificateFile}`, `ssl_key_file=${join(folder, 'key.pem')}`];
  const port = await findFreePort();
  const given = ['listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, 'fsync=off', ...tls];
  const child = spawn(join(programs, 'postgres'), ['-D', data, '-p', String(port), ...given.flatMap((setting) => ['-c', setting])], {
    ...account,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { LC_ALL: 'C' },
  });
  await untilSaid(child, 'ready to accept connections');
  return {
    port,
    certificateFile,
    run: async (statement, database = 'postgres') => {
      const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', password, database });
      client.on('error', () => undefined);
      await client.connect();
      try {
        await client.query(statement);
      } finally {
        await client.end();
      }
    },
    stop: async () => {
      await end(child, 'SIGINT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Puts `certificate.pem` and `key.pem` for a name into a folder: a certificate that signs itself, for a day. Returns its path. */
export function makeCertificate(folder: string, name: string): string {
  const certificateFile = join(folder, 'certificate.pem');
  const wanted = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '1', '-subj', `/CN=${name}`];
  const files = ['-keyout', join(folder, 'key.pem'), '-out', certificateFile];
  execFileSync('openssl', ['req', '-x509', ...wanted, '-addext', `subjectAltName=DNS:${name}`, ...files], { stdio: 'ignore' });
  // PostgreSQL reads the key, and the tests the certificate.
  chmodSync(certificateFile, 0o644);
  chmodSync(folder, 0o711);
  if (account.uid !== undefined) chownSync(join(folder, 'key.pem'), account.uid, account.gid);
  return certificateFile;
}

/** Starts pgbouncer in transaction mode before a database, for one login. */
export async function startPgbouncer(
  program: string,
  { port, login, loginPassword }: { readonly port: number; readonly login: string; readonly loginPassword: string },
): Promise<{ readonly port: number; readonly stop: () => Promise<void> }> {
  const folder = makeOwnFolder();
  const own = await findFreePort();
  writeFileSync(join(folder, 'users.txt'), `"${login}" "${loginPassword}"\n`);
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    [
      '[databases]',
      `* = host=127.0.0.1 port=${port}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${own}`,
      'unix_socket_dir =',
      'auth_type = scram-sha-256',
      `auth_file = ${join(folder, 'users.txt')}`,
      'pool_mode = transaction',
      // Few, so that transactions of one client really meet different connections.
      'default_pool_size = 6',
      'max_client_conn = 200',
    ].join('\n'),
  );
  const child = spawn(program, [join(folder, 'pgbouncer.ini')], { ...account, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  await untilSaid(child, 'process up');
  return {
    port: own,
    stop: async () => {
      await end(child, 'SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function makeOwnFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'castellan-pg-'));
  if (account.uid !== undefined) chownSync(folder, account.uid, account.gid);
  return folder;
}

async function untilSaid(child: ChildProcess, words: string): Promise<void> {
  const said: string[] = [];
  await new Promise<void>((resolve, reject) => {
    child.on('exit', (code) => reject(new Error(`ended with ${code}: ${said.join(' / ')}`)));
    if (child.stderr === null) return;
    createInterface({ input: child.stderr }).on('line', (line) => {
      said.push(line);
      if (line.includes(words)) resolve();
    });
  });
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}
