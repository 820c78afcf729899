import { type OfflineFailure, openFile } from './open-file.ts';
import { showFile } from './show-file.ts';

const texts: Readonly<Partial<Record<OfflineFailure['code'], string>>> = {
  wrong_key:
    'Nothing in this file opens with that. A master password or recovery key that the vault has been given since the file was made does not open it.',
  wrong_passphrase: 'Wrong passphrase.',
  wrong_password: 'Wrong password.',
  recovery_key_malformed: 'This is not a recovery key.',
  damaged: 'The file is damaged.',
  export_damaged: 'The file is damaged.',
  backup_damaged: 'The file is damaged: it was changed, or it was cut off.',
  not_a_backup: 'This is neither a complete backup nor an export of the vault.',
  export_not_valid: 'This is neither a complete backup nor an export of the vault.',
  not_the_payload: 'The file opens, and holds no backup that this page can read.',
  export_kdf_refused: 'The parameters of the key derivation are not usable.',
  absurd: 'The parameters of the key derivation are not usable.',
  too_weak: 'The parameters of the key derivation are not usable.',
  derivation_failed: 'The key could not be derived: this browser lacks the memory, or WebAssembly.',
};

const element = <Kind extends Element>(id: string, kind: new () => Kind): Kind => {
  const found = document.getElementById(id);
  if (found instanceof kind) return found;
  throw new Error(`no #${id}`);
};

const status = element('status', HTMLElement);
const content = element('content', HTMLElement);

async function open(): Promise<void> {
  const file = element('file', HTMLInputElement).files?.[0];
  if (file === undefined) return;
  status.textContent = 'Opening…';
  content.replaceChildren();
  // So that this is seen before the derivation takes the thread.
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  const opened = await openFile(file, element('password', HTMLInputElement).value);
  if (!opened.ok) {
    status.textContent = texts[opened.failure.code] ?? `The file does not open (${opened.failure.code}).`;
    return;
  }
  const { entries, lists, madeAt, kind } = opened.value;
  const rows = lists.reduce((sum, list) => sum + list.rows.length, 0);
  const number = `${entries.length.toLocaleString('en')} ${entries.length === 1 ? 'entry' : 'entries'}`;
  status.textContent = kind === 'export' ? `${number}.` : `${number}, ${rows.toLocaleString('en')} other rows. Made at ${madeAt}.`;
  content.replaceChildren(...showFile(opened.value));
}

element('form', HTMLFormElement).addEventListener('submit', (event) => {
  event.preventDefault();
  open().catch((error: unknown) => {
    status.textContent = `The file could not be read (${error instanceof Error ? error.message : 'unknown'}).`;
  });
});
