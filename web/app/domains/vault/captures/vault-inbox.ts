import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { Captured, CapturedThing, SealedDraft } from '../contract/vault-drafts.ts';
import type { sealDraft } from '../drafts/sealed-draft.ts';
import type { VaultCore } from '../session/store-core.ts';
import { contentToSeal, readThing } from './capture-content.ts';

/** What was captured on this device while the vault was locked, for as long as it is open with all keys. */
export type VaultInbox = {
  /** Oldest first; the same list until it changes. */
  readonly read: () => readonly Captured[];
  readonly subscribe: (listener: () => void) => () => void;
  /** What the functions beside it work on. They come with whoever shows the inbox, and not with the vault. */
  readonly core: VaultCore;
  readonly seal: typeof sealDraft;
};

/** Why a capture was not changed. */
export type ChangeFailure = { readonly code: 'empty' | 'too_long' | 'line_too_long' | 'not_a_line' | 'locked' };

/** Puts something else in a capture's place, sealed at once. */
export async function changeCapture(
  { core, seal }: VaultInbox,
  id: string,
  thing: CapturedThing,
): Promise<Result<undefined, ChangeFailure>> {
  const { run, draftKey } = core;
  const read = readThing(thing);
  if (!read.ok) return read;
  const present = core.captures.find((capture) => capture.id === id);
  if (present === undefined || draftKey === undefined) return fail({ code: 'locked' });
  const content = contentToSeal({ thing: read.value, device: present.device });
  const sealed = await seal(draftKey, { id, keptAtMs: present.keptAtMs }, content);
  if (core.isOver(run)) return fail({ code: 'locked' });
  await core.ports.drafts.keep(sealed);
  if (core.isOver(run)) return succeed(undefined);
  const { device, keptAtMs } = present;
  core.captures = core.captures.map((capture) => (capture.id === id ? { ...read.value, id, device, keptAtMs } : capture));
  core.publish();
  return succeed(undefined);
}

/** It became a record, or is not wanted: this device forgets it. Answers with the way to put it back, which holds it sealed. */
export async function settleCapture({ core }: VaultInbox, id: string): Promise<() => Promise<void>> {
  const { run } = core;
  const sealed = (await core.ports.drafts.drafts()).find((draft) => draft.id === id);
  await core.ports.drafts.forget(id);
  if (!core.isOver(run)) {
    core.captures = core.captures.filter((capture) => capture.id !== id);
    core.publish();
  }
  return putBack(core, sealed);
}

/** Made apart, so that whoever holds on to it, as a toast does over a lock, holds nothing readable. */
function putBack(core: VaultCore, sealed: SealedDraft | undefined): () => Promise<void> {
  return async () => {
    if (sealed === undefined) return;
    await core.ports.drafts.keep(sealed);
    await takeCaptures(core);
  };
}

/** Opens what was captured on this device since the vault was opened. Drafts of entries wait for the next opening. */
export async function takeCaptures(core: VaultCore): Promise<void> {
  const { run, ports, draftKey } = core;
  if (core.opened?.tier !== 'secrets' || draftKey === undefined) return;
  const known = new Set([...core.captures, ...core.pending, ...core.halfTyped].map(({ id }) => id));
  const sealed = (await ports.drafts.drafts()).filter(({ id }) => !known.has(id));
  if (sealed.length === 0 || core.isOver(run)) return;
  const opened = await core.client.ask('openDrafts', { kept: draftKey, sealed });
  if (core.isOver(run) || !opened.ok || opened.value === undefined || opened.value.captures.length === 0) return;
  const there = new Set(core.captures.map(({ id }) => id));
  const all = [...core.captures, ...opened.value.captures.filter(({ id }) => !there.has(id))];
  core.captures = all.toSorted((one, other) => one.keptAtMs - other.keptAtMs);
  core.publish();
}
