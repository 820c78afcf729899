import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { z } from 'zod';

const root = join(import.meta.dirname, '..', '..', '..');

/** Every function of the server with its audience: opened by a program of its own, over ports that do nothing. */
export function listServerFunctions(): readonly (readonly [name: string, audience: string])[] {
  const program = `
    import { openHalves } from './server/features/open-halves.ts';
    import { serverHalves } from './server/features/server-halves.ts';
    import { parseSettings } from './server/settings.ts';
    const nothing = new Proxy(function () {}, {
      get: (_, name) => (name === 'then' ? undefined : name === Symbol.toPrimitive ? () => 0 : nothing),
      apply: () => nothing,
      construct: () => nothing,
    });
    const names = ['keys', 'clock', 'randomBytes', 'log', 'owners', 'rows', 'runTool', 'reads', 'egress', 'egressStreams', 'dns', 'sockets', 'tlsSessions',
      'countryOf', 'guesses', 'sharedWindow', 'content', 'publicUrl', 'closedPage', 'signInFailed'];
    const ports = Object.fromEntries(names.map((name) => [name, nothing]));
    const { functions } = openHalves(serverHalves, { ...ports, settings: parseSettings({}).value });
    console.log(JSON.stringify(Object.entries(functions).map(([name, { audience }]) => [name, audience])));
    process.exit(0);`;
  const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', program], { cwd: root, encoding: 'utf8' });
  return z.array(z.tuple([z.string(), z.string()])).parse(JSON.parse(printed));
}
