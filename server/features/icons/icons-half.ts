import { createQuietLog } from '../../quiet-log.ts';
import type { OpenHalf, ServerPorts } from '../server-half.ts';
import { createAskIcon } from './site-icon.ts';
import { createSiteIconFunction } from './site-icon-function.ts';

/** Icons of sites, for the vault's entries. */
export function iconsHalf({ settings, reads, clock, log }: Pick<ServerPorts, 'settings' | 'reads' | 'clock' | 'log'>): OpenHalf {
  const { siteIconUrl: template } = settings;
  const ask = template === undefined ? undefined : createAskIcon({ reads, template, log: createQuietLog(log, clock) });
  return { functions: { 'site-icon': createSiteIconFunction({ ask, clock, log }) } };
}
