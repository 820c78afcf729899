import { readFileSync } from 'node:fs';
import type { BlockList } from 'node:net';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { oneLine, plainJson } from '@castellan/exports/plain-text';
import { hashWords } from '@castellan/release/hash-words';
import { readMinisignKey } from '@castellan/release/minisign';
import { hashBytes } from '@castellan/release/release';
import { parseTarget } from '../adapters/egress.ts';
import { checkSite, type SiteCheck } from '../site-check/check-site.ts';
import { readSource } from '../site-check/read-source.ts';
import { siteVisitors } from '../site-check/site-visitors.ts';
import { findSiteWays } from '../site-check/site-ways.ts';
import { tellFailure, tellReport, verdictOf, whatItCannotKnow } from '../site-check/tell-report.ts';
import { CommandError } from './run-command.ts';

const usage = `Usage:
  npm run verify-site -- https://SITE                   compares what SITE serves with the release that it names
  npm run verify-site -- https://SITE --key FILE        and wants that release signed by this public key of minisign
  npm run verify-site -- https://SITE --source FOLDER   and wants it to be the release of the sources in FOLDER, built there before
  npm run verify-site -- https://SITE --not-before N    and wants its number to be N or more
  npm run --silent verify-site -- https://SITE --json   the same for programs
Exit code 0: everything is as the release says; 1: something is not; 2: it could not be compared, or not all of it.`;

const exitCodes = { as_released: 0, not_as_released: 1, incomplete: 2 } as const;

/** What the command is run with. */
export type SiteCheckPorts = {
  readonly allowedNetworks: BlockList;
  /** Paths of the options are relative to it. */
  readonly folder: string;
  /** Options that npm took for its own, because no `--` stood before them. */
  readonly swallowed: readonly string[];
  /** One line of the answer. */
  readonly print: (line: string) => void;
  /** Told before each visitor asks. */
  readonly onVisitor: (name: string) => void;
};

/** Runs `npm run verify-site` and returns its exit code. Throws a {@link CommandError} where there is no verdict on the site. */
export async function runSiteCheck(
  given: readonly string[],
  { allowedNetworks, folder, swallowed, print, onVisitor }: SiteCheckPorts,
): Promise<0 | 1 | 2> {
  const { values, positionals } = readArguments(given);
  if (values.help === true) {
    print(usage);
    return 0;
  }
  const lost = swallowed.find((name) => !Object.hasOwn(values, name));
  if (lost !== undefined) throw new CommandError(`npm kept --${lost} for itself: write \`--\` before the address.\n${usage}`);
  const origin = readOrigin(positionals);
  const against = readGiven(values, folder);
  const checked = await checkSite({ origin, ways: await findSiteWays(origin, allowedNetworks), ...against, onVisitor });
  if (!checked.ok) throw new CommandError(tellFailure(checked.failure, origin));
  const report = checked.value;
  const told = { site: origin, hasKey: against.key !== undefined, hasSource: against.own !== undefined };
  const verdict = verdictOf(report);
  if (values.json === true) {
    const words = report.release && hashWords(hashBytes(report.release.hash));
    print(plainJson({ site: origin, verdict, ...report, words, cannotKnow: whatItCannotKnow(told, report) }).trimEnd());
  } else for (const line of tellReport(report, told, siteVisitors.length)) print(line);
  return exitCodes[verdict];
}

type Values = ReturnType<typeof readArguments>['values'];

function readArguments(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const options = { key: text, source: text, 'not-before': text, json: { type: 'boolean' }, help: { type: 'boolean' } } as const;
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new CommandError(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
  }
}

/** Scheme, host and port of the one address that was given. */
function readOrigin(positionals: readonly string[]): string {
  const [address] = positionals;
  if (address === undefined) throw new CommandError(usage);
  if (positionals.length > 1) throw new CommandError(`One address is checked at a time, and options come behind \`--\`.\n${usage}`);
  const url = parseTarget(address.includes('://') ? address : `https://${address}`);
  if (url === undefined)
    throw new CommandError(oneLine(`${address.slice(0, 200)} is no address of a site, such as https://castellan.example.`));
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '') throw new CommandError(`A whole site is checked: write ${url.origin}.`);
  const isLoopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(url.hostname);
  if (url.protocol === 'http:' && !isLoopback)
    throw new CommandError(`Over http anybody on the way can change what is served. Write https://${url.host}.`);
  return url.origin;
}

/** What the options name to hold the site against. */
function readGiven({ key: keyFile, source, 'not-before': least }: Values, folder: string): Pick<SiteCheck, 'key' | 'own' | 'notBefore'> {
  const notBefore = Number(least ?? 0);
  if (!Number.isSafeInteger(notBefore) || notBefore < 0 || least === '')
    throw new CommandError('--not-before wants the number of a release.');
  const key = keyFile === undefined ? undefined : readMinisignKey(read(resolve(folder, keyFile)));
  if (key !== undefined && !key.ok) throw new CommandError(`${keyFile} is no public key of minisign.`);
  const own = source === undefined ? undefined : readSource(resolve(folder, source));
  if (own === undefined || own.ok) return { notBefore, key: key?.value, own: own?.value };
  const { failure } = own;
  if (failure.code === 'changed')
    throw new CommandError(`The build in ${source} was changed: ${failure.path} is not as its release.json says. Build it again.`);
  if (failure.code === 'no_build') throw new CommandError(`${source} has no build. Run \`npm run build\` there first.`);
  throw new CommandError(`The release.json of the build in ${source} is none that can be read. Build it again.`);
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new CommandError(`${path} cannot be read.`);
  }
}
