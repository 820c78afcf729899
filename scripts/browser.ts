import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import { installFromDistribution } from './distribution.ts';

const programNames = ['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser', 'chrome.exe'];

const usualPlaces = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * A Chrome or Chromium to test with: an installed one; otherwise, as root on Debian or Ubuntu, the distribution's, which
 * is installed now; otherwise Playwright's own (`undefined`: Playwright finds it by itself).
 */
export function provideBrowser(): Result<string | undefined, { readonly code: 'no_browser'; readonly reason: string }> {
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
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const candidates = [...folders.flatMap((folder) => programNames.map((name) => join(folder, name))), ...usualPlaces];
  return candidates.find(isProgram);
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
