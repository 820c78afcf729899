import type { FormDraft } from '../contract/vault-drafts.ts';
import type { VaultCore } from '../session/store-core.ts';
import { sealDraft } from './sealed-draft.ts';

/** Seals what is typed in open forms, as before a lock. What they hold is read at once; the sealing follows. */
export async function keepForms(core: VaultCore): Promise<void> {
  const typed = [...core.forms].flatMap((read) => read() ?? []);
  await Promise.all(typed.map((draft) => keepSealed(core, draft)));
}

/** How many texts would be lost if the vault were locked now: typed, and not to be sealed for lack of a key. */
export function unkeptCount(core: VaultCore): number {
  const unkept = core.pending.filter(({ isKept }) => !isKept).length;
  if (core.draftKey !== undefined) return 0;
  return unkept + [...core.forms].filter((read) => read() !== undefined).length;
}

/** Seals a draft and keeps it in this browser; `false` where there is no key to seal it to. */
export async function keepSealed(core: VaultCore, { id, ...content }: FormDraft): Promise<boolean> {
  const { draftKey, ports } = core;
  if (draftKey === undefined) return false;
  const sealed = await sealDraft(draftKey, { id, keptAtMs: ports.timer.nowMs() }, content).catch(() => undefined);
  if (sealed === undefined) return false;
  await ports.drafts.keep(sealed);
  return true;
}
