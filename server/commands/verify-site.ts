import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { oneLine } from '@castellan/exports/plain-text';
import { hashWords } from '@castellan/release/hash-words';
import { readMinisignKey } from '@castellan/release/minisign';
import { hashBytes } from '@castellan/release/release';
import { createEgress } from '../adapters/egress.ts';
import { checkSite, type SiteReport } from '../site-check/check-site.ts';
import { CommandError, print, runCommand } from './run-command.ts';

const usage = `Usage:
  npm run verify-site -- https://SITE                   compares what SITE serves with the release that it names
  npm run verify-site -- https://SITE --key FILE        and wants that release signed by this public key of minisign
  npm run verify-site -- https://SITE --source FOLDER   and wants it to be the release of the sources in FOLDER, built there before
  npm run verify-site -- https://SITE --not-before N    and wants its number to be N or more
  npm run --silent verify-site -- https://SITE --json   the same for programs
Exit code 0: everything is as the release says; 1: something is not; 2: it could not run.`;

const cannotKnow =
  'It cannot know what was served to somebody else, from another address or at another time, what the server does with data, or whether the public pages are as they were built.';

let hasRun = false;
await runCommand(async ({ allowedNetworks }) => {
  const { values, positionals } = readArguments();
  if (values.help) return print(usage);
  const [address = ''] = positionals;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || positionals.length !== 1 || !/^https?:$/.test(url.protocol)) throw new CommandError(usage);
  const key = values.key === undefined ? undefined : readMinisignKey(read(values.key));
  if (key !== undefined && !key.ok) throw new CommandError('The file of --key is no public key of minisign.');
  const notBefore = Number(values['not-before'] ?? 0);
  if (!Number.isSafeInteger(notBefore) || notBefore < 0) throw new CommandError('--not-before wants the number of a release.');
  const own = values.source === undefined ? undefined : Buffer.from(read(join(values.source, 'web', 'build', 'client', 'release.json')));
  const report = await checkSite(createEgress({ allowedNetworks }), { origin: url.origin, key: key?.value, own, notBefore });
  if (values.json) print(JSON.stringify({ ...report, cannotKnow }, null, 2));
  else tell(report, key !== undefined);
  process.exitCode = report.findings.length > 0 ? 1 : 0;
  hasRun = true;
}, 'runs');
if (!hasRun && process.exitCode === 1) process.exitCode = 2;

function tell({ findings, release, asked }: SiteReport, wantsKey: boolean): void {
  if (release === undefined) print('The site serves no release that can be read.');
  else {
    const signed = release.isSigned
      ? 'signed by the key'
      : wantsKey
        ? 'NOT signed by the key'
        : 'its signature was not verified, because no --key was given';
    print(`Release ${release.version}, ${signed}: ${hashWords(hashBytes(release.hash)).join(' ')}`);
  }
  // Addresses and details came from the site.
  for (const { kind, path, visitor, detail } of findings)
    print(oneLine(`${kind.replaceAll('_', ' ')}: ${path}${detail === undefined ? '' : ` (${detail})`}, served to ${visitor}`));
  print(`${asked} answers compared, ${findings.length} not as the release says.`);
  print(cannotKnow);
}

function read(path: string): string {
  try {
    return readFileSync(resolve(process.env['INIT_CWD'] ?? process.cwd(), path), 'utf8');
  } catch {
    throw new CommandError(`${path} cannot be read.`);
  }
}

function readArguments() {
  try {
    const text = { type: 'string' } as const;
    const options = { key: text, source: text, 'not-before': text, json: { type: 'boolean' }, help: { type: 'boolean' } } as const;
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    throw new CommandError(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
  }
}
