import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { canInstallForNewer, missingPackages } from './packages.mjs';

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({ optional: z.boolean().optional(), engines: z.object({ node: z.string().optional() }).optional() }),
  ),
});

/** The Node versions, such as `^20.19.0 || >=22.12.0`, that the optional packages of the lock file say they run on. */
function enginesOfOptionalPackages(): readonly string[] {
  const { packages } = lockSchema.parse(JSON.parse(readFileSync(join(import.meta.dirname, '..', 'package-lock.json'), 'utf8')));
  return [...new Set(Object.values(packages).flatMap(({ optional, engines }) => (optional && engines?.node ? [engines.node] : [])))];
}

const numbersOf = (version: string) => version.split('.').map(Number);

/** Whether the version is in a range of `^` and `>=`. Throws on any other. */
function isWithin(version: string, range: string): boolean {
  return range.split('||').some((part) => {
    const [, sign, least] = /^(\^|>=) ?(\d+(?:\.\d+){0,2})$/.exec(part.trim()) ?? [];
    if (sign === undefined || least === undefined) throw new Error(`a range of another form: ${range}`);
    const [major = 0, minor = 0, patch = 0] = numbersOf(version);
    const [leastMajor = 0, leastMinor = 0, leastPatch = 0] = numbersOf(least);
    if (major !== leastMajor) return sign === '>=' && major > leastMajor;
    return minor > leastMinor || (minor === leastMinor && patch >= leastPatch);
  });
}

test('a Node that installs packages for a newer one leaves out none that says on which Node it runs', () => {
  const engines = enginesOfOptionalPackages();
  expect(engines).toContain('^20.19.0 || >=22.12.0');
  const versions = ['18.20.8', '20.18.3', '20.19.0', '20.20.2', '21.7.3', '22.11.0', '22.13.0', '22.21.1', '23.4.0', '24.0.0', '24.11.1'];
  const installing = versions.filter((version) => canInstallForNewer(`v${version}`));
  expect(installing).toEqual(['20.19.0', '20.20.2', '22.13.0', '22.21.1', '24.0.0', '24.11.1']);
  for (const version of installing) expect([version, engines.filter((range) => !isWithin(version, range))]).toEqual([version, []]);
});

test('packages are installed where the lock file changed, and tools are added for those who want them', () => {
  const missing = (stamp: string, wantsTools: boolean) => missingPackages(stamp, 'lock', wantsTools);
  expect([missing('', false), missing('', true)]).toEqual(['all', 'all']);
  expect([missing('former with tools', false), missing('former without tools', true)]).toEqual(['all', 'all']);
  expect([missing('lock without tools', false), missing('lock without tools', true)]).toEqual(['none', 'tools']);
  expect([missing('lock with tools', false), missing('lock with tools', true)]).toEqual(['none', 'none']);
});
