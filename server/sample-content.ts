import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findSampleFields } from '@castellan/content/sample-fields';

/** The sample owner's content, as it ships. */
export const sampleFolder = join(import.meta.dirname, '..', 'content');

/** The files that say something about the owner. */
export const personalFiles = ['profile.json', 'resume.json', 'wishes.json', 'private.json'] as const;

export type SampleFields = { readonly file: (typeof personalFiles)[number]; readonly fields: readonly string[] };

/** What in a content folder still says what the sample says, file by file. Throws where a file cannot be read as JSON. */
export function readSampleFields(folder: string): readonly SampleFields[] {
  // A folder from before there were wishes has no file of them.
  const present = personalFiles.filter((file) => file !== 'wishes.json' || existsSync(join(folder, file)));
  return present.map((file) => ({ file, fields: findSampleFields(readJson(sampleFolder, file), readJson(folder, file)) }));
}

function readJson(folder: string, file: string): unknown {
  return JSON.parse(readFileSync(join(folder, file), 'utf8').replace(/^\uFEFF/, ''));
}
