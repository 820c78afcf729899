import { type ClipboardEvent, type DragEvent, useState } from 'react';
import { SecretField } from '../../../../../domains/vault/access/secret-field.tsx';
import { isUsableTotp } from '../../../../../domains/vault/entries/entry-code.ts';
import { FileField } from '../../../../../ui/fields/file-field.tsx';
import { StatusMark } from '../../../../../ui/status-mark.tsx';
import { BothFactorsNote } from '../both-factors-note.tsx';
import type { EntryFormErrors, EntryFormState } from '../entry-form-state.ts';

type TotpPartProps = {
  readonly form: EntryFormState;
  readonly errors: EntryFormErrors;
  readonly onChange: (part: Partial<EntryFormState>) => void;
};

type Said = { readonly kind: 'success' | 'failure' | 'info'; readonly text: string };

// Fetched with the first picture, its Worker too.
const loadReader = () => import('../../../../../domains/vault/qr/read-qr.client.ts').catch(() => undefined);

/** The one-time secret: typed, pasted as an address, or read from a picture of its QR code that is pasted, dropped or chosen. */
export function TotpPart({ form, errors, onChange }: TotpPartProps) {
  const [said, setSaid] = useState<Said>();
  const read = async (picture: File | undefined) => {
    if (picture === undefined) return;
    setSaid({ kind: 'info', text: 'Reading the picture.' });
    const answer = await readSecret(picture);
    setSaid(answer.said);
    if (answer.totp !== undefined) onChange({ totp: answer.totp });
  };
  const take = (event: ClipboardEvent | DragEvent, files: FileList) => {
    const picture = [...files].find(({ type }) => type.startsWith('image/'));
    if (picture === undefined) return;
    event.preventDefault();
    void read(picture);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is pasted and dropped here can be chosen by the field below, too.
    <div
      className="space-y-3"
      onPaste={(event) => take(event, event.clipboardData.files)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => take(event, event.dataTransfer.files)}
    >
      <SecretField
        label="One-time secret (TOTP)"
        value={form.totp}
        error={errors.totp}
        hint="The setup key shown next to a site’s QR code, or an otpauth:// address. A picture of the code can be pasted or dropped here."
        onValue={(value) => {
          setSaid(undefined);
          onChange({ totp: value });
        }}
      />
      <FileField label="Picture of the QR code" accept="image/*" onChoose={(file) => void read(file)} />
      <div role="status" className="text-sm">
        {said === undefined ? null : <StatusMark kind={said.kind}>{said.text}</StatusMark>}
      </div>
      {form.password !== '' && form.totp.trim() !== '' ? <BothFactorsNote /> : null}
    </div>
  );
}

async function readSecret(picture: File): Promise<{ readonly said: Said; readonly totp?: string }> {
  const reader = await loadReader();
  const read = await reader?.readQr(picture);
  const failed = (text: string) => ({ said: { kind: 'failure', text } as const });
  if (read?.ok === true) {
    const totp = read.value.trim();
    if (totp.startsWith('otpauth-migration:'))
      return failed('This code moves several accounts to another phone. Show the code of one account, or read all of them under Import.');
    if (!/^otpauth:/i.test(totp) || !isUsableTotp(totp)) return failed('The QR code in this picture holds no one-time secret.');
    return { said: { kind: 'success', text: 'Read from the picture.' }, totp };
  }
  if (read?.failure.code === 'no_code') return failed('No QR code was found in this picture.');
  if (read?.failure.code === 'not_a_picture') return failed('This file is not a picture that the browser can show.');
  return failed('The picture could not be read. Try again.');
}
