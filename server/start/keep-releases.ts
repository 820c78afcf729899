import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '@castellan/foundation/clock';
import { prepareForFiles } from '../data-folder.ts';
import { type KeptReleases, openKeptReleases } from '../releases/kept-releases.ts';
import { builtClient, builtShells, type ServedRelease } from '../releases/served-release.ts';
import type { Start } from './start-steps.ts';

/**
 * Opens the releases before this one, and puts this one among them once the start is over. Where that is not possible the site goes on
 * without them, and the log says so.
 */
export function keepReleases({ settings, log, closers }: Start, offered: ServedRelease | undefined): KeptReleases | undefined {
  if (offered === undefined) return undefined;
  if (settings.project !== undefined) {
    log.info('earlier releases are not kept', { hint: 'In front of a hosted project there is no folder for them.' });
    return undefined;
  }
  const notKept = (error: unknown) => log.warn('earlier releases are not kept', { error: error instanceof Error ? error : String(error) });
  try {
    // With a database elsewhere nothing else may have looked at the folder yet.
    prepareForFiles(settings.dataFolder, settings.keysFile);
    const kept = openKeptReleases(join(settings.dataFolder, 'releases'), offered, systemClock.nowMs());
    const pages = new Set(offered.release.routes);
    const bytesOf = async (path: string) => readFile(pages.has(path) ? join(builtShells, `${path}.html`) : join(builtClient, path));
    let isEnding = false;
    const keeping = kept.keep(bytesOf, () => isEnding).catch(notKept);
    closers.push(() => {
      isEnding = true;
      return keeping;
    });
    return kept;
  } catch (error) {
    notKept(error);
    return undefined;
  }
}
