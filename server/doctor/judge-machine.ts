import { type Finding, fine } from './finding.ts';

const mebibyte = 1024 * 1024;

/** Free space of the disk that holds the data, in bytes. */
export function judgeDisk(freeBytes: number, folder: string): Finding {
  const found = `${inMebibytes(freeBytes)} are free where ${folder} lies.`;
  if (freeBytes < 128 * mebibyte)
    return { name: 'disk', state: 'failure', found, advice: 'Make room: on a full disk nothing can be written, and /readyz says 503.' };
  if (freeBytes < 1024 * mebibyte)
    return { name: 'disk', state: 'warning', found, advice: 'Make room, or move the data to a larger disk.' };
  return fine('disk', found);
}

/** Memory that a new process could have, in bytes. The server and its database use about 160 MiB. */
export function judgeMemory(availableBytes: number): Finding {
  const found = `${inMebibytes(availableBytes)} of memory are available.`;
  if (availableBytes < 64 * mebibyte)
    return {
      name: 'memory',
      state: 'failure',
      found,
      advice: 'Stop other programs, or give the machine more memory: the system may end the server.',
    };
  if (availableBytes < 256 * mebibyte)
    return { name: 'memory', state: 'warning', found, advice: 'Server and database use about 160 MiB; tools use more while they run.' };
  return fine('memory', found);
}

/** How far the clock of this machine is from another one, in milliseconds. One-time codes are valid for 30 seconds. */
export function judgeClock(differenceMs: number, other: string): Finding {
  const seconds = Math.round(Math.abs(differenceMs) / 1000);
  const found = `The clock is ${seconds} s from that of ${other}.`;
  const advice = 'Set the clock by NTP: codes of the authenticator, sessions and certificates go by it.';
  if (seconds > 30) return { name: 'clock', state: 'failure', found, advice };
  if (seconds > 5) return { name: 'clock', state: 'warning', found, advice };
  return fine('clock', found);
}

/** How a server is reached: what its settings say of it. */
export type Reached = {
  readonly host: string;
  readonly publicUrl: string | undefined;
  readonly trustsProxies: boolean;
};

/** Whether the settings fit together for a site on the open network. */
export function judgeProxySettings({ host, publicUrl, trustsProxies }: Reached): Finding {
  const isLoopback = host === 'localhost' || host === '::1' || host.startsWith('127.');
  if (publicUrl === undefined) {
    if (isLoopback) return fine('proxy', 'The server is reached from this machine alone, without a proxy.');
    return {
      name: 'proxy',
      state: 'warning',
      found: `HOST ${host} is open to the network, and PUBLIC_URL is not set.`,
      advice: 'Set PUBLIC_URL to the address that visitors use: passkeys, links and the check of the origin go by it.',
    };
  }
  if (!publicUrl.startsWith('https:'))
    return {
      name: 'proxy',
      state: isLoopback ? 'ok' : 'failure',
      found: `PUBLIC_URL ${publicUrl} is plain HTTP.`,
      advice: isLoopback
        ? undefined
        : 'Put a proxy with TLS in front: passwords and sessions can be read on the way, and browsers offer no passkeys.',
    };
  if (!trustsProxies)
    return {
      name: 'proxy',
      state: 'failure',
      found: `PUBLIC_URL ${publicUrl} is HTTPS, so a proxy stands in front, and no TRUSTED_PROXIES are named.`,
      advice:
        'Set TRUSTED_PROXIES to the address of the proxy: else every visitor counts as the proxy, and limits on guessing hit all of them together.',
    };
  return fine('proxy', `A proxy that is trusted stands before ${publicUrl}.`);
}

/** What the site answered at its public address. */
export type PublicAnswer = { readonly status: number; readonly isOurs: boolean; readonly hasTransportSecurity: boolean };

/** Whether the site is reached at PUBLIC_URL, and knows that it is asked by HTTPS. */
export function judgePublicAnswer(publicUrl: string, { status, isOurs, hasTransportSecurity }: PublicAnswer): Finding {
  if (!isOurs)
    return {
      name: 'public address',
      state: 'failure',
      found: `${publicUrl}/healthz answers ${status}, and not as Castellan does.`,
      advice: 'Let the proxy pass every path on to this server, with Host unchanged.',
    };
  if (publicUrl.startsWith('https:') && !hasTransportSecurity)
    return {
      name: 'public address',
      state: 'failure',
      found: `${publicUrl} is served, but the server takes the request for plain HTTP.`,
      advice: 'Let the proxy send X-Forwarded-Proto and X-Forwarded-For, and name it in TRUSTED_PROXIES.',
    };
  return fine('public address', `${publicUrl} leads to this server.`);
}

/** How old the newest backup is. `undefined`: there is none. */
export function judgeBackups(folder: string, newest: Date | undefined, nowMs: number): Finding {
  const advice = `Look why it fails: npm run backup -- --to ${folder} --recipient age1…`;
  if (newest === undefined) return { name: 'backups', state: 'failure', found: `There is no backup in ${folder}.`, advice };
  const hours = Math.round((nowMs - newest.getTime()) / 3_600_000);
  const found = `The newest backup in ${folder} is from ${newest.toISOString().slice(0, 16).replace('T', ' ')} UTC.`;
  if (hours > 24 * 7) return { name: 'backups', state: 'failure', found, advice };
  if (hours > 26) return { name: 'backups', state: 'warning', found, advice };
  return fine('backups', found);
}

/** What a database has of the migrations that this program brings. */
export type MigrationState = { readonly missing: number; readonly strange: readonly string[] };

/** Whether program and database fit together. `advice`: what applies those that are missing. */
export function judgeMigrations({ missing, strange }: MigrationState, advice: string): Finding {
  if (strange.length > 0)
    return {
      name: 'migrations',
      state: 'failure',
      found: `The database has ${strange.length} that this program does not know, such as ${strange[0]}.`,
      advice: 'It was used with a newer version, or a file was changed. Use the version that it was used with.',
    };
  if (missing > 0)
    return {
      name: 'migrations',
      state: 'warning',
      found: `${missing} are not applied yet.`,
      advice,
    };
  return fine('migrations', 'All are applied.');
}

function inMebibytes(bytes: number): string {
  return bytes < 10 * 1024 * mebibyte ? `${Math.floor(bytes / mebibyte)} MiB` : `${Math.floor(bytes / mebibyte / 1024)} GiB`;
}
