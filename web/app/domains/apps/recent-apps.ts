import { parseJson } from '@castellan/foundation/parse-json';
import * as z from 'zod/mini';
import { defineStoredValue } from '../../lib/stored-values.ts';

/** Apps that are remembered (spec §9). */
export const recentAppLimit = 5;

const idsSchema = z.array(z.string().check(z.regex(/^[a-z][a-z0-9-]{0,40}$/)));

/** The ids of the apps opened last, the latest first. */
export const recentApps = defineStoredValue<readonly string[]>({
  key: 'dashboard_recent_apps',
  medium: 'local',
  clearedBy: 'nothing',
  parse: (text) => idsSchema.safeParse(parseJson(text)).data?.slice(0, recentAppLimit),
  format: (ids) => JSON.stringify(ids),
});

/** The list after one more was opened: it comes first, stands once, and five are kept. */
export function withOpenedApp(ids: readonly string[], opened: string): readonly string[] {
  return [opened, ...ids.filter((id) => id !== opened)].slice(0, recentAppLimit);
}

/** Remembers that an app was opened. */
export function rememberApp(id: string): void {
  recentApps.write(withOpenedApp(recentApps.read() ?? [], id));
}
