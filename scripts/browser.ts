import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import { installFromDistribution } from './distribution.ts';

/** Debian's build of Chromium without windows: the same engine, for a sixth less of the processor. */
const windowlessName = 'chromium-headless-shell';

const programNames = ['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser', 'chrome.exe'];

const usualPlaces = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

type Provided = Result<string | undefined, { readonly code: 'no_browser'; readonly reason: string }>;

/** A browser for the tests, as `provideBrowser`: the one without windows where it is installed or there is no other. */
export function provideTestBrowser(): Provided {
  if (findTestBrowser() === undefined) installFromDistribution(windowlessName, 'Chromium');
  const found = findTestBrowser();
  return found === undefined ? provideBrowser() : succeed(found);
}

/** The path of an installed browser for the tests; nothing is installed. */
export function findTestBrowser(): string | undefined {
  return (
    programFolders()
      .map((folder) => join(folder, windowlessName))
      .find(isProgram) ?? findBrowser()
  );
}

/**
 * A Chrome or Chromium with windows: an installed one; otherwise, as root on Debian or Ubuntu, the distribution's, which
 * is installed now; otherwise Playwright's own (`undefined`: Playwright finds it by itself).
 */
export function provideBrowser(): Provided {
  const installed = findBrowser();
  if (installed !== undefined) return succeed(installed);
  installFromDistribution('chromium', 'Chromium');
  const fresh = findBrowser();
  if (fresh !== undefined) return succeed(fresh);
  console.log("  fetching Playwright's Chromium");
  const cli = join(import.meta.dirname, '..', 'node_modules', '@playwright', 'test', 'cli.js');
  const fetched = spawnSync(process.execPath, [cli, 'install', 'chromium'], { stdio: 'ignore' });
  if (fetched.status === 0) return succeed(undefined);
  return fail({
    code: 'no_browser',
    reason: 'there is no Chrome or Chromium on this machine and none could be installed; install one and run the tests again',
  });
}

/** The path of an installed Chrome or Chromium that runs; nothing is installed. */
export function findBrowser(): string | undefined {
  const candidates = [...programFolders().flatMap((folder) => programNames.map((name) => join(folder, name))), ...usualPlaces];
  return candidates.find(isProgram);
}

function programFolders(): readonly string[] {
  return (process.env['PATH'] ?? '').split(delimiter);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    // Ubuntu's `chromium-browser` package is a note that asks for a snap: it exists and does not run.
    return spawnSync(path, ['--version'], { encoding: 'utf8' }).status === 0;
  } catch {
    return false;
  }
}
