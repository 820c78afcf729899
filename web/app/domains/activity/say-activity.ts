/**
 * The words of the log's rows, shared by whatever shows them: the overview and the Security view. No row shows an id.
 */

/** An entry of the vault, as a row of the log names it. */
export type NamedEntry = {
  readonly title: string;
  /** Whether what can be viewed of it is a password. */
  readonly isLogin: boolean;
};

const ofEntry = /^Vault entry (viewed|copied|sent with a request) \(([\w-]{1,64})\)$/;
const anyId = / ?\(?\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b\)?/gi;

/** The id of the vault's entry that a row is about; `undefined` where it is about none. */
export function entryOfActivity(description: string): string | undefined {
  return ofEntry.exec(description)?.[2];
}

/**
 * What a row of the log says, for people. `nameOf` knows the open vault's entries. Its titles are the vault's: whoever hands it in
 * draws the answer in a `SecretRoot`, which a lock drops. Without it, and for an entry that is gone, the row says "a vault entry".
 */
export function sayActivity(description: string, nameOf?: (entryId: string) => NamedEntry | undefined): string {
  const [, done, id = ''] = ofEntry.exec(description) ?? [];
  if (done === undefined) return description.replaceAll(anyId, '');
  const entry = nameOf?.(id);
  const name = entry === undefined ? 'a vault entry' : `“${entry.title}”`;
  if (done === 'viewed' && entry?.isLogin !== false) return `Password of ${name} viewed`;
  if (done === 'copied') return `Copied from ${name}`;
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} ${done}`;
}
