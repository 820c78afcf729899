import { parseProfile } from '@castellan/content/profile';
import { parseJson } from '@castellan/foundation/parse-json';
import { type ContentFolder, maxKeptBytes } from './content-folder.ts';
import { answerOf, type SaveAnswer } from './content-functions.ts';

/** The fields of `profile.json`, as far as they are known before they are parsed. */
export type ProfileFields = Readonly<Record<string, unknown>>;

type NamedFile = {
  readonly bytes: Uint8Array;
  readonly name: string;
  /** The version of `profile.json` that the change was made from. */
  readonly expected: string;
  /** The fields that name the file. */
  readonly naming: (profile: ProfileFields) => ProfileFields;
  /** The fields while the file is exchanged, where those that stand there would not fit the new one; `undefined` where they do. */
  readonly meanwhile?: (profile: ProfileFields) => ProfileFields | undefined;
};

/**
 * Writes a file that `profile.json` names, and names it there: the file first, so that a profile never names one that is not there.
 * Whatever ends this early, the site can be made from what lies on the disk. Answers a `SaveAnswer` of the profile.
 */
export async function saveNamedFile(folder: ContentFolder, { bytes, name, expected, naming, meanwhile }: NamedFile): Promise<SaveAnswer> {
  const file = 'profile.json';
  const before = await folder.read(file, maxKeptBytes);
  if (before.version !== expected) return answerOf({ code: 'changed', now: before });
  const profile = fieldsOf(before.bytes);
  const text = textOf({ ...profile, ...naming(profile) });
  const parsed = parseProfile(file, text);
  if (!parsed.ok) return { outcome: 'invalid', faults: parsed.failure.faults };
  const between = meanwhile?.(profile);
  let version: string = expected;
  if (between !== undefined) {
    const written = await folder.write(file, Buffer.from(textOf({ ...profile, ...between })), version);
    if (!written.ok) return answerOf(written.failure);
    version = written.value.version;
  }
  const written = await folder.write(name, bytes, (await folder.read(name, maxKeptBytes)).version);
  if (!written.ok) return answerOf(written.failure.code === 'changed' ? { code: 'changed', now: before } : written.failure);
  const named = await folder.write(file, Buffer.from(text), version);
  if (!named.ok) return answerOf(named.failure);
  return { outcome: 'saved', version: named.value.version, versions: await folder.versions(file) };
}

const textOf = (fields: ProfileFields) => `${JSON.stringify(fields, null, 2)}\n`;

function fieldsOf(bytes: Buffer): ProfileFields {
  return asFields(parseJson(bytes.toString('utf8').replace(/^\uFEFF/, '')));
}

/** A value that is no object has no fields. */
export function asFields(value: unknown): ProfileFields {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
