// Plain JavaScript that Node 18 understands, for scripts/launch.mjs.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { startHelper } from './endings.mjs';

/**
 * Installs from the lock file what is missing: what the site is built and run with, or `wantsTools`, what only tests and tools
 * use too. Resolves with what went wrong, in words.
 */
export async function installPackages({ root, node, wantsTools, say }) {
  const stamp = join(root, 'node_modules', '.castellan-stamp');
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  const missing = missingPackages(existsSync(stamp) ? readFileSync(stamp, 'utf8') : '', lock, wantsTools);
  if (missing === 'none') return undefined;
  say(wantsTools ? 'installing packages' : 'installing the packages that a start needs');
  // The rest is added to what is there: a server may be running on it.
  const verb = missing === 'tools' ? ['install', '--no-save'] : ['ci'];
  if (!(await runNpm(node, root, [...verb, wantsTools ? '--include=dev' : '--omit=dev', '--include=optional'])))
    return 'Installing the packages failed (the lines above say why). Check the network and run the command again.';
  writeFileSync(stamp, stampOf(lock, wantsTools));
  return undefined;
}

/** What the stamp of the last installation leaves to install: `none`, `all`, or `tools`, what only tests and tools use. */
export function missingPackages(stamp, lock, wantsTools) {
  if (stamp === stampOf(lock, true)) return 'none';
  if (stamp !== stampOf(lock, false)) return 'all';
  return wantsTools ? 'tools' : 'none';
}

function stampOf(lock, hasTools) {
  return `${lock} ${hasTools ? 'with' : 'without'} tools`;
}

/**
 * Whether npm under this Node installs what a newer one needs. It leaves out optional packages, such as the bundler's binary,
 * that say they do not run on the Node that installs them.
 */
export function canInstallForNewer(version) {
  const [major = 0, minor = 0] = version.replace('v', '').split('.').map(Number);
  return (major === 20 && minor >= 19) || (major === 22 && minor >= 13) || major >= 24;
}

/**
 * Runs npm under the given Node; `true` where it succeeded. Its output goes to standard error. No package's script runs: what
 * needs one (PostgreSQL's symbolic links) is done by our own code.
 */
export function runNpm(node, folder, given) {
  const beside = [
    join(dirname(process.execPath), '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    join(dirname(process.execPath), 'node_modules', 'npm', 'bin', 'npm-cli.js'),
  ];
  const script = [process.env.npm_execpath, ...beside].find((path) => path?.endsWith('npm-cli.js') && existsSync(path));
  // What the registry said of a locked version does not change: nothing is asked again.
  const quick = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error', '--engine-strict=false'];
  const options = { cwd: folder, stdio: ['ignore', 2, 2] };
  const child =
    script === undefined
      ? startHelper('npm', [...given, ...quick], { ...options, shell: process.platform === 'win32' })
      : startHelper(node, [script, ...given, ...quick], options);
  return new Promise((resolve) => {
    child.on('error', () => resolve(false));
    child.on('exit', (code) => resolve(code === 0));
  });
}
