import type { OpenHalf, ServerPorts } from '../server-half.ts';
import { createSiteFactsFunction, readVersion } from './site-facts-function.ts';

/** What Settings says of this installation. */
export function siteFactsHalf({ settings: { contentFolder }, content }: Pick<ServerPorts, 'settings' | 'content'>): OpenHalf {
  return { functions: { 'site-facts': createSiteFactsFunction({ contentFolder, content, version: readVersion() }) } };
}
