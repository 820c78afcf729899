import type { Log } from '@castellan/platform/core/log';
import { scheduleFilesAt } from '../backups/schedule/schedule-files.ts';
import { describeSettings, type Settings } from '../settings.ts';
import { type Finding, runChecks } from './finding.ts';
import { lookAtBackups, lookAtFeeds, lookAtMail, lookAtMemory, lookAtPublicAddress, lookAtServer, lookAtSettings } from './look-around.ts';
import { lookAtDatabase, lookAtDisk, lookAtKeys } from './look-at-data.ts';
import { lookAtProject, lookAtProjectDatabase } from './look-at-project.ts';

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
  const { project, allowedNetworks } = settings;
  const data =
    project === undefined
      ? [{ name: 'database', look: () => lookAtDatabase(settings, log) }]
      : [
          { name: 'project', look: () => lookAtProject(project, allowedNetworks) },
          { name: 'database', look: () => lookAtProjectDatabase(settings) },
        ];
  // A project sends its own mails, and backs its database up by itself.
  const ofOwn = [
    { name: 'mail', look: () => lookAtMail(settings) },
    { name: 'backups', look: () => lookAtBackups(backups ?? scheduleFilesAt(settings.keysFile).readSchedule()?.folder, Date.now()) },
  ];
  return runChecks([
    { name: 'environment', look: () => lookAtSettings(environment) },
    { name: 'disk', look: () => lookAtDisk(settings) },
    { name: 'memory', look: lookAtMemory },
    { name: 'keys', look: () => lookAtKeys(settings) },
    ...data,
    { name: 'server', look: () => lookAtServer(settings) },
    { name: 'proxy', look: () => lookAtPublicAddress(settings) },
    { name: 'feeds', look: () => lookAtFeeds(describeSettings(environment), allowedNetworks) },
    ...(project === undefined ? ofOwn : []),
  ]);
}
