import type { EntryDraft } from '../contract/vault-drafts.ts';
import { editEntries } from '../entries/save-entries.ts';
import type { VaultCore } from '../session/store-core.ts';
import { keepSealed } from './keep-forms.ts';

/** How long a draft stays that no key opens any more, in milliseconds. */
const unreadableForMs = 30 * 86_400_000;

/** Holds an entry until there is a key for it, beside those that wait already. Sealed at once where this device can. */
export async function keepPending(core: VaultCore, draft: EntryDraft): Promise<void> {
  const id = core.ports.newId();
  core.pending = [...core.pending, { id, draft, isKept: false, keptAtMs: core.ports.timer.nowMs() }];
  core.publish();
  const isKept = await keepSealed(core, { id, entryId: null, baseVersion: null, draft, finished: true });
  if (isKept && core.pending.some((entry) => entry.id === id)) {
    core.pending = core.pending.map((entry) => (entry.id === id ? { ...entry, isKept } : entry));
    core.publish();
  }
  await savePending(core);
}

/** Adds everything that waited, each once: an entry has the id that it waited under. */
export async function savePending(core: VaultCore): Promise<void> {
  const { run } = core;
  for (const { id, draft } of core.pending) {
    if (core.isOver(run) || core.opened?.tier !== 'secrets') return;
    const isThere = core.opened.listed.has(id);
    const saved = isThere ? undefined : await editEntries(core, [{ kind: 'add', id, draft }]);
    if (core.isOver(run)) return;
    if (saved?.ok === false && !core.opened.listed.has(id)) continue;
    core.pending = core.pending.filter((entry) => entry.id !== id);
    core.publish();
    await core.ports.drafts.forget(id);
  }
}

/** Opens what this device kept while the vault was closed, adds what was finished, and offers the rest to be continued. */
export async function takeDrafts(core: VaultCore): Promise<void> {
  const { run, ports } = core;
  const userId = core.known?.outline.userId;
  if (userId === undefined || core.opened?.tier !== 'secrets') return;
  const [kept, sealed] = await Promise.all([ports.drafts.key(userId), ports.drafts.drafts()]);
  if (core.isOver(run)) return;
  const opened = await core.client.ask('openDrafts', { kept, sealed });
  if (core.isOver(run) || !opened.ok || opened.value === undefined) return;
  const { key, opened: drafts, captures, unreadable } = opened.value;
  core.draftKey = key;
  await ports.drafts.keepKey(key);
  if (core.isOver(run)) return;
  const waiting = new Set(core.pending.map(({ id }) => id));
  const finished = drafts.filter((draft) => draft.finished && !waiting.has(draft.id));
  core.pending = [...core.pending, ...finished.map(({ id, draft, keptAtMs }) => ({ id, draft, isKept: true, keptAtMs }))];
  core.halfTyped = drafts.filter((draft) => !draft.finished).sort((one, other) => one.keptAtMs - other.keptAtMs);
  core.captures = captures.toSorted((one, other) => one.keptAtMs - other.keptAtMs);
  core.unreadableDrafts = unreadable.length;
  core.publish();
  for (const { id, keptAtMs } of sealed) {
    if (unreadable.includes(id) && keptAtMs < ports.timer.nowMs() - unreadableForMs) await ports.drafts.forget(id);
  }
  await savePending(core);
}

/** The draft was saved, or is not wanted any more. */
export async function dropDraft(core: VaultCore, id: string): Promise<void> {
  core.halfTyped = core.halfTyped.filter((draft) => draft.id !== id);
  core.publish();
  await core.ports.drafts.forget(id);
}
