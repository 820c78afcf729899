import { upgradeFields } from '@castellan/vault-core/entries/typed-fields';
import type { EntryDraft } from '../contract/vault-state.ts';

/** A draft with the fields of an earlier import under the names of the entry's type: what a form of that type edits. */
export function upgradedDraft({ details, secrets }: EntryDraft): EntryDraft {
  return { details, secrets: { ...secrets, fields: upgradeFields(details.kind, secrets.fields) } };
}
