import * as z from 'zod/mini';
import { askFunction } from '../../lib/backend.ts';

const siteFactsSchema = z.object({
  version: z.string(),
  node: z.string(),
  /** The folder with the content, as the machine that runs the server names it. */
  contentFolder: z.string(),
  timeZone: z.string(),
  birthday: z.object({ month: z.number().check(z.int()), day: z.number().check(z.int()) }),
  /** Fields that still say what the sample says, file by file. */
  samples: z.readonly(z.array(z.object({ file: z.string(), fields: z.readonly(z.array(z.string())) }))),
});

/** What the server says of itself and its content to the owner alone. */
export type SiteFacts = z.infer<typeof siteFactsSchema>;

/** Asks for it. */
export function loadSiteFacts() {
  return askFunction('GET', '/functions/v1/site-facts', siteFactsSchema);
}
