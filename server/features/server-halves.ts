import { apiLabHalf } from '../../tools/api-lab/server/api-lab-half.ts';
import { healthFeedHalf } from '../../tools/health-matrix/server/health-feed-half.ts';
import { letsGameHalf } from '../../tools/lets-game/server/lets-game-half.ts';
import { linkShortenerHalf } from '../../tools/link-shortener/server/link-shortener-half.ts';
import { threatMonitorHalf } from '../../tools/threat-monitor/server/threat-monitor-half.ts';
import { backupsHalf } from './backups/backups-half.ts';
import { breachesHalf } from './breaches/breaches-half.ts';
import { cataloguesHalf } from './catalogues/catalogues-half.ts';
import { contactHalf } from './contact/contact-half.ts';
import { contentEditHalf } from './content-edit/content-edit-half.ts';
import { holidaysHalf } from './holidays/holidays-half.ts';
import { iconsHalf } from './icons/icons-half.ts';
import { integrationsHalf } from './integrations/integrations-half.ts';
import { mailsHalf } from './mails/mails-half.ts';
import { modelHalf } from './model/model-half.ts';
import { musicHalf } from './music/music-half.ts';
import type { ServerHalf } from './server-half.ts';
import { setupHalf } from './setup/setup-half.ts';
import { siteFactsHalf } from './site-facts/site-facts-half.ts';
import { toolJobsHalf } from './tool-jobs/tool-jobs-half.ts';
import { wishesHalf } from './wishes/wishes-half.ts';

/** The server's part of every tool and feature that has one. The only list: what is not in it is not called. */
export const serverHalves: readonly ServerHalf[] = [
  apiLabHalf,
  backupsHalf,
  breachesHalf,
  cataloguesHalf,
  contactHalf,
  contentEditHalf,
  healthFeedHalf,
  iconsHalf,
  integrationsHalf,
  holidaysHalf,
  letsGameHalf,
  linkShortenerHalf,
  mailsHalf,
  modelHalf,
  musicHalf,
  setupHalf,
  siteFactsHalf,
  toolJobsHalf,
  wishesHalf,
  threatMonitorHalf,
];
