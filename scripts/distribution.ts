import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Installs a package of the distribution where that is possible without asking: as root, on Debian or Ubuntu. Says nothing of success. */
export function installFromDistribution(packageName: string, title: string): void {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return;
  console.log(`  installing ${title} from the distribution`);
  const options = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const;
  spawnSync('apt-get', ['update'], options);
  spawnSync('apt-get', ['install', '--yes', '--no-install-recommends', packageName], options);
}
