import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { lstatSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/**
 * PostgreSQL refuses to run as root. Started as root we run it under a user id of its own, which no account on the
 * machine has, so that neither other services nor people share its files.
 */
const ownUserId = 45432;

/** initdb asks the machine for its user's name, which our own id has none of: `nobody` lends it for that one step. */
const nobodyUserId = 65534;

/** As whom, and through which paths, the database's programs run. */
export type DatabaseAccount = {
  /** The owner of the database's files while it runs; `undefined`: this process's own user. */
  readonly userId: number | undefined;
  /** The user initdb runs as; the files change hands afterwards. */
  readonly setupUserId: number | undefined;
  /** Starts a program of `native/bin` with paths as that user sees them. */
  readonly start: (
    program: string,
    asUserId: number | undefined,
    argumentsFor: (paths: Paths) => readonly string[],
    options: SpawnOptions,
  ) => ChildProcess;
};

type Paths = { readonly nativeFolder: string; readonly clusterFolder: string };

/**
 * Decides how to run the database's programs.
 * - Not root: as ourselves.
 * - Root, and the own user can walk to the binaries and the data: as that user.
 * - Root, and it cannot (a clone under /root, say): as that user, in a mount namespace of its own where both folders are
 *   bound into the runtime folder. Nothing on the machine changes its permissions.
 */
export function chooseDatabaseAccount(paths: Paths, runtimeFolder: string): DatabaseAccount {
  const isRoot = process.getuid?.() === 0;
  const direct: DatabaseAccount['start'] = (program, asUserId, argumentsFor, options) =>
    spawn(join(paths.nativeFolder, 'bin', program), [...argumentsFor(paths)], {
      ...options,
      cwd: '/',
      ...(asUserId === undefined ? {} : { uid: asUserId, gid: asUserId }),
    });
  if (process.platform === 'win32') {
    return {
      userId: undefined,
      setupUserId: undefined,
      start: (program, _, argumentsFor, options) =>
        spawn(join(paths.nativeFolder, 'bin', `${program}.exe`), [...argumentsFor(paths)], options),
    };
  }
  if (!isRoot) return { userId: undefined, setupUserId: undefined, start: direct };
  const users = { userId: ownUserId, setupUserId: nobodyUserId };
  if (canOthersReach(paths.nativeFolder) && canOthersReach(dirname(paths.clusterFolder))) return { ...users, start: direct };
  return { ...users, start: (...call) => startInNamespace(paths, runtimeFolder, ...call) };
}

const namespaceScript = `
set -e
mount --bind "$1" "$3/native"
mount --bind "$2" "$3/cluster"
user=$4
shift 4
exec setpriv --reuid "$user" --regid "$user" --clear-groups --no-new-privs -- "$@"`;

function startInNamespace(
  paths: Paths,
  runtimeFolder: string,
  program: string,
  asUserId: number | undefined,
  argumentsFor: (paths: Paths) => readonly string[],
  options: SpawnOptions,
): ChildProcess {
  const inside = { nativeFolder: join(runtimeFolder, 'native'), clusterFolder: join(runtimeFolder, 'cluster') };
  mkdirSync(inside.nativeFolder, { recursive: true });
  mkdirSync(inside.clusterFolder, { recursive: true });
  const bound = [paths.nativeFolder, paths.clusterFolder, runtimeFolder, String(asUserId)];
  const command = [join(inside.nativeFolder, 'bin', program), ...argumentsFor(inside)];
  return spawn('unshare', ['--mount', '--propagation', 'private', 'sh', '-c', namespaceScript, 'sh', ...bound, ...command], {
    ...options,
    cwd: '/',
  });
}

/** Whether a user who owns nothing and is in no group may walk down to a folder and read it. */
function canOthersReach(folder: string): boolean {
  let path = resolve(folder);
  for (;;) {
    const status = lstatSync(path).isSymbolicLink() ? statSync(path) : lstatSync(path);
    if ((status.mode & 0o001) === 0) return false;
    if (dirname(path) === path) return true;
    path = dirname(path);
  }
}
