import type { Entry } from '@castellan/vault-core/entries/entry';
import type { EntryDraft } from '../contract/vault-state.ts';

/** The entry that a draft makes at first. */
export function newEntry({ details, secrets }: EntryDraft, nowMs: number): Entry {
  const now = new Date(nowMs).toISOString();
  const dates = { createdAt: now, updatedAt: now, passwordChangedAt: now, trashedAt: null };
  return { details: { ...details, ...dates, hasTotp: secrets.totp !== '' }, secrets: { ...secrets, history: [] } };
}
