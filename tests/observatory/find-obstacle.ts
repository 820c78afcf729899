import { spawnSync } from 'node:child_process';

/** Why a scan cannot run on this machine: it wants ports 80 and 443 and a hosts file of its own, which only a namespace gives. */
export function findObstacle(): string | undefined {
  if (process.platform !== 'linux') return 'network namespaces are Linux only';
  if (process.getuid?.() !== 0) return 'network namespaces want root';
  const probe = spawnSync('unshare', ['-n', '-m', 'ip', 'link', 'set', 'lo', 'up'], { encoding: 'utf8' });
  if (probe.error !== undefined) return 'there is no unshare command';
  return probe.status === 0 ? undefined : `a network namespace is refused or has no ip command: ${probe.stderr.trim()}`;
}
