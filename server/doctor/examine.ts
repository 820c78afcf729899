import type { Log } from '@castellan/platform/core/log';
import { scheduleFilesAt } from '../backups/schedule/schedule-files.ts';
import { describeSettings, type Settings } from '../settings.ts';
import { type Finding, runChecks } from './finding.ts';
import { lookAtBackups, lookAtFeeds, lookAtMail, lookAtMemory, lookAtPublicAddress, lookAtServer, lookAtSettings } from './look-around.ts';
import { lookAtDatabase, lookAtDisk, lookAtKeys } from './look-at-data.ts';

/**
 * Everything that the doctor looks at, one after the other. Changes nothing.
 * @param backups - the folder whose newest backup is looked at; that of the schedule where none is named
 */
export async function examine(
  settings: Settings,
  environment: Readonly<Record<string, string | undefined>>,
  log: Log,
  backups: string | undefined,
): Promise<readonly Finding[]> {
  return runChecks([
    { name: 'environment', look: () => lookAtSettings(environment) },
    { name: 'disk', look: () => lookAtDisk(settings) },
    { name: 'memory', look: lookAtMemory },
    { name: 'keys', look: () => lookAtKeys(settings) },
    { name: 'database', look: () => lookAtDatabase(settings, log) },
    { name: 'server', look: () => lookAtServer(settings) },
    { name: 'proxy', look: () => lookAtPublicAddress(settings) },
    { name: 'mail', look: () => lookAtMail(settings) },
    { name: 'feeds', look: () => lookAtFeeds(describeSettings(environment), settings.allowedNetworks) },
    {
      name: 'backups',
      look: () => lookAtBackups(backups ?? scheduleFilesAt(settings.keysFile).readSchedule()?.folder, Date.now()),
    },
  ]);
}
