/** A state that a note had. `at` is the moment it was kept, in milliseconds. */
export type KeptVersion = { readonly id: string; readonly title: string; readonly body: string; readonly at: number };

/** How many states of a note are kept. */
export const maxVersions = 20;

/** Edits closer together than this are one state: who types for an hour leaves six. */
export const sittingMs = 10 * 60_000;

/** What keeping the state before an edit does: whether it is kept, and which older ones go for it. */
export type VersionPlan = { readonly isKept: boolean; readonly dropped: readonly string[] };

/**
 * Plans it. A state without a text is not kept, nor one where the newest kept one says the same, nor, unless `isForced`, where one was kept moments ago.
 */
export function planVersion(
  kept: readonly KeptVersion[],
  before: { readonly title: string; readonly body: string },
  nowMs: number,
  isForced = false,
): VersionPlan {
  const newestFirst = [...kept].sort((one, other) => other.at - one.at);
  const [newest] = newestFirst;
  const isSame = newest !== undefined && newest.title === before.title && newest.body === before.body;
  const isRecent = !isForced && newest !== undefined && nowMs - newest.at < sittingMs && nowMs >= newest.at;
  const isKept = !isSame && !isRecent && before.body.trim() !== '';
  return { isKept, dropped: newestFirst.slice(isKept ? maxVersions - 1 : maxVersions).map(({ id }) => id) };
}
