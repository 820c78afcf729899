import { canonicalJson } from '../crypto/canonical-json.ts';
import { type Entry, type EntryContent, maxEntryVersions } from './entry.ts';
import { withHints } from './entry-hints.ts';

/** The secrets of an entry without its earlier versions, and without what is allowed to be done with them. */
export function presentSecrets({ password, notes, totp, fields }: EntryContent): EntryContent {
  return { password, notes, totp, fields };
}

/** Whether two states of an entry say the same, whatever their dates, favourite, trash and history. */
export function sameContent(one: Entry, other: Entry): boolean {
  return canonicalJson(content(one)) === canonicalJson(content(other));
}

function content({ details, secrets }: Entry): unknown {
  const { kind, title, username, url, category, tags, expiresAt, canary } = details;
  return { kind, title, username, url, category, tags, expiresAt, canary, secrets: presentSecrets(secrets) };
}

/**
 * An entry as it is first saved: with the dates, the trash and the earlier versions that it comes with; what follows from its content is
 * set. Wherever it comes from, a file or a removed row, it is allowed to go nowhere.
 */
export function firstVersion(entry: Entry): Entry {
  const { details, secrets } = entry;
  return {
    details: withHints(details, secrets),
    secrets: { ...presentSecrets(secrets), history: secrets.history.slice(0, maxEntryVersions) },
  };
}

/**
 * An entry's next state with the present one put before its history, of which the 20 newest are kept. A change of favourite,
 * trash or allowed origins alone makes no version. When the password changes, so does its date; an entry's creation does not.
 */
export function nextVersion(present: Entry, wanted: Entry, now: string): Entry {
  const changed = !sameContent(present, wanted);
  const version = { replacedAt: now, details: present.details, secrets: presentSecrets(present.secrets) };
  const passwordChangedAt = present.secrets.password === wanted.secrets.password ? present.details.passwordChangedAt : now;
  return {
    details: withHints(
      {
        ...wanted.details,
        createdAt: present.details.createdAt,
        passwordChangedAt,
        updatedAt: changed ? now : present.details.updatedAt,
      },
      wanted.secrets,
    ),
    secrets: {
      ...presentSecrets(wanted.secrets),
      ...(wanted.secrets.origins === undefined ? {} : { origins: wanted.secrets.origins }),
      history: (changed ? [version, ...present.secrets.history] : present.secrets.history).slice(0, maxEntryVersions),
    },
  };
}
