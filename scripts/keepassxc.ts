import { spawnSync } from 'node:child_process';
import { installFromDistribution } from './distribution.ts';

/**
 * Sees to it that `keepassxc-cli` is there, which the vault's exports are opened with: an installed one; otherwise, as root on
 * Debian or Ubuntu, the distribution's, which is installed now. Elsewhere the tests that want it say that they did not run.
 */
export function provideKeepassxc(): void {
  if (spawnSync('keepassxc-cli', ['--version']).status !== 0) installFromDistribution('keepassxc', 'KeePassXC');
}
