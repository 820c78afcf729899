import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { findSampleFields } from '@castellan/content/sample-fields';
import { versionsFolder } from './features/content-edit/content-folder.ts';

/** The sample owner's content, as it ships. */
export const sampleFolder = join(import.meta.dirname, '..', 'content');

/** The files that say something about the owner. */
export const personalFiles = ['profile.json', 'resume.json', 'wishes.json', 'private.json'] as const;

export type SampleFields = { readonly file: (typeof personalFiles)[number]; readonly fields: readonly string[] };

/** What in a content folder still says what the sample says, file by file. Throws where a file cannot be read as JSON. */
export function readSampleFields(folder: string, sample = sampleFolder): readonly SampleFields[] {
  // A folder from before there were wishes has no file of them.
  const present = personalFiles.filter((file) => file !== 'wishes.json' || existsSync(join(folder, file)));
  return present.map((file) => ({ file, fields: findSampleFields(readSample(sample, folder, file), readJson(folder, file)) }));
}

/** Where the sample itself is edited in the browser, what it said is the first of the versions that were replaced. */
function readSample(sample: string, folder: string, file: string): unknown {
  const versions = join(sample, versionsFolder, file);
  const isEdited = existsSync(versions) && realpathSync(folder) === realpathSync(sample);
  const [first] = isEdited ? readdirSync(versions).toSorted() : [];
  return first === undefined ? readJson(sample, file) : readJson(versions, first);
}

function readJson(folder: string, file: string): unknown {
  return JSON.parse(readFileSync(join(folder, file), 'utf8').replace(/^\uFEFF/, ''));
}
