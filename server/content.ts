import { readFileSync, watch } from 'node:fs';
import { join } from 'node:path';
import { type Profile, parseProfile } from '@castellan/content/profile';
import type { Log } from '@castellan/platform/core/log';

/** The owner's content as it is on the disk now. */
export type Content = {
  readonly profile: () => Profile;
  /** Calls back after a saved file was read again and found good. Returns the way to stop. */
  readonly watch: (onChange: () => void) => () => void;
};

/** Reads the content folder. Throws a sentence for people that names the file, the field and the problem. */
export function openContent(folder: string, log: Log): Content {
  let profile = readProfile(folder);
  return {
    profile: () => profile,
    watch: (onChange) => {
      const watcher = watch(folder, { persistent: false }, () => {
        try {
          profile = readProfile(folder);
          onChange();
        } catch (error) {
          // The last good content stays: a half-saved file must not take the site down.
          log.warn('content not taken over', { reason: error instanceof Error ? error.message : String(error) });
        }
      });
      return () => watcher.close();
    },
  };
}

function readProfile(folder: string): Profile {
  const path = join(folder, 'profile.json');
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    throw new Error(`There is no readable content file ${path}. Set CASTELLAN_CONTENT_DIR to the folder with your content, or restore the file.`);
  }
  const parsed = parseProfile(path, text);
  if (!parsed.ok) throw new Error(parsed.failure.message);
  return parsed.value;
}
