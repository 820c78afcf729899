/** A state that a note had. `at` is the moment it was kept, in milliseconds. `isLost`: the side of a conflict that was not kept. */
export type KeptVersion = {
  readonly id: string;
  readonly title: string;
  readonly body: string;
  readonly at: number;
  readonly isLost?: boolean;
};

/** How many states of a note are kept. */
export const maxVersions = 20;

/** Edits closer together than this are one state: who types for an hour leaves six. */
export const sittingMs = 10 * 60_000;

/** How long what lost a conflict stays, however many other states there are. */
export const lostStaysMs = 30 * 86_400_000;

/** What keeping the state before an edit does: whether it is kept, and which older ones go for it. */
export type VersionPlan = { readonly isKept: boolean; readonly dropped: readonly string[] };

/**
 * Plans it. A state without a text is not kept, nor one where the newest kept one says the same, nor, unless `isForced`, where one was kept
 * moments ago. What lost a conflict is not counted among the others, and stays for 30 days at least.
 */
export function planVersion(
  kept: readonly KeptVersion[],
  before: { readonly title: string; readonly body: string },
  nowMs: number,
  isForced = false,
): VersionPlan {
  const newestFirst = [...kept].sort((one, other) => other.at - one.at);
  const [newest] = newestFirst;
  const [states, lost] = [false, true].map((isLost) => newestFirst.filter((one) => (one.isLost ?? false) === isLost));
  const isSame = newest !== undefined && newest.title === before.title && newest.body === before.body;
  const last = states?.[0];
  const isRecent = !isForced && last !== undefined && nowMs - last.at < sittingMs && nowMs >= last.at;
  const isKept = !isSame && !isRecent && before.body.trim() !== '';
  const old = (lost ?? []).slice(maxVersions).filter(({ at }) => nowMs - at > lostStaysMs);
  return { isKept, dropped: [...(states ?? []).slice(isKept ? maxVersions - 1 : maxVersions), ...old].map(({ id }) => id) };
}
