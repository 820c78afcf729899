import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { emptyDraft } from '../../../../domains/vault/entries/entry-draft.ts';
import { openTab } from '../../../../domains/vault/testing/vault-world.ts';
import { VaultContext } from '../vault-context.ts';
import { EntryFields } from './entry-fields.tsx';
import { formOf } from './entry-form-state.ts';

const { actions, store } = openTab();

/** The form of an entry with these secrets. */
function formWith(secrets: { readonly password: string; readonly totp: string }): string {
  const form = formOf({ ...emptyDraft, secrets: { ...emptyDraft.secrets, ...secrets } }, ['general']);
  return renderToStaticMarkup(
    <VaultContext
      value={{ actions, inbox: store.inbox, dialog: null, icons: null, showDialog: () => undefined, requestLock: () => undefined }}
    >
      <EntryFields form={form} errors={{}} categories={['general']} onChange={() => undefined} />
    </VaultContext>,
  );
}

test('the form says that both factors lie in one vault where it holds both, and only there', () => {
  const note = 'Password and code are stored together. For critical accounts, keep codes elsewhere.';
  expect(formWith({ password: 'secret', totp: 'JBSWY3DPEHPK3PXP' })).toContain(note);
  expect(formWith({ password: 'secret', totp: ' ' })).not.toContain(note);
  expect(formWith({ password: '', totp: 'JBSWY3DPEHPK3PXP' })).not.toContain(note);
});
