import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PlatformFunction } from '@castellan/platform/functions/functions-service';
import { z } from 'zod';
import type { Content } from '../../content.ts';
import { answerJson } from '../../functions/function-answers.ts';
import { ownerRead } from '../../functions/owner-function.ts';
import { readSampleFields } from '../../sample-content.ts';

const manifestSchema = z.object({ version: z.string() });

/** The version of this program, as its package says. */
export function readVersion(): string {
  return manifestSchema.parse(JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', '..', 'package.json'), 'utf8'))).version;
}

/**
 * `site-facts`: GET, for the owner alone, because it names a folder of this machine: the program's version, Node's, the folder
 * with the content, its time zone and birthday, and which of its fields still say what the sample says.
 */
export function createSiteFactsFunction(options: {
  readonly contentFolder: string;
  readonly content: Pick<Content, 'profile'>;
  readonly version: string;
}): PlatformFunction {
  const { contentFolder, content, version } = options;
  return ownerRead(async () => {
    const { timeZone, birthday } = content.profile();
    return answerJson({ version, node: process.version, contentFolder, timeZone, birthday, samples: samplesOf(contentFolder) });
  });
}

/** A file that is being saved may be half there: then nothing is said of samples rather than something wrong. */
function samplesOf(folder: string) {
  try {
    return readSampleFields(folder).filter(({ fields }) => fields.length > 0);
  } catch {
    return [];
  }
}
