import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';

const root = join(import.meta.dirname, '..', '..', '..');

/** A copy of the working tree in which something may be written and checked. */
export type CopiedProject = {
  readonly root: string;
  /** Runs a program of the project's packages in the copy; resolves with its output where it failed, with nothing where it did not. */
  readonly faultOf: (program: string, given: readonly string[], cwd?: string) => Promise<string>;
  readonly remove: () => void;
};

/** Copies every file that git knows or would take, and links the installed packages. */
export function copyProject(): CopiedProject {
  const copy = mkdtempSync(join(tmpdir(), 'castellan-copy-'));
  // Where the tests run as root the database's own user must walk through.
  chmodSync(copy, 0o755);
  const listed = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], { cwd: root, encoding: 'utf8' });
  for (const file of listed.stdout.split('\0').filter((name) => name !== '')) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(root, file), join(copy, file), { force: true });
  }
  linkPackages(join(root, 'node_modules'), join(copy, 'node_modules'));
  return {
    root: copy,
    faultOf: (program, given, cwd = copy) => runIn(cwd, join(copy, 'node_modules', '.bin', program), given),
    remove: () => rmSync(copy, { recursive: true, force: true }),
  };
}

/** Workspaces are links to folders beside them, so that they must lead to the copy's own; everything else is shared. */
function linkPackages(from: string, to: string): void {
  mkdirSync(to);
  for (const name of readdirSync(from)) {
    if (name === '@castellan') cpSync(join(from, name), join(to, name), { recursive: true, verbatimSymlinks: true });
    else symlinkSync(join(from, name), join(to, name));
  }
}

async function runIn(cwd: string, program: string, given: readonly string[]): Promise<string> {
  const child = spawn(program, given, { cwd, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' } });
  const exited = new Promise<number | null>((resolve) => child.on('close', resolve).on('error', () => resolve(null)));
  const [said, complained, code] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
  return code === 0 ? '' : `${program} ${given.join(' ')}\n${said}${complained}`;
}
