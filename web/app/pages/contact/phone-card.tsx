import { PhoneIcon } from '@castellan/icons/devices/phone';
import { useEffect, useRef, useState } from 'react';
import { ChannelCard } from '../../domains/contact/channel-card.tsx';
import { useCopyFeedback } from '../../domains/contact/copy-feedback.ts';
import { ManualCopyDialog } from '../../domains/contact/manual-copy-dialog.tsx';
import { Button, GhostButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { useSubmit } from '../../ui/forms/use-work.ts';
import { StatusMark } from '../../ui/status-mark.tsx';
import { WithoutScript } from '../../ui/without-script.tsx';
import { askForPhone, phoneFailureText } from './ask-for-phone.ts';

/** Opens the dialog in which a visitor who types the owner's full name sees the phone number. */
export function PhoneCard() {
  const [open, setOpen] = useState(false);
  const [phone, setPhone] = useState<string>();
  return (
    <>
      <ChannelCard
        drawing={PhoneIcon}
        name="Phone"
        description={
          <>
            Shown to people, not to programs
            <span className="with-script mt-1 block text-sm text-copper">Verify to see it</span>
            <WithoutScript>Seeing the number needs JavaScript.</WithoutScript>
          </>
        }
        onPress={() => setOpen(true)}
      />
      <Dialog banded open={open} title="Verify Identity" onClose={() => setOpen(false)}>
        {phone === undefined ? <PhoneForm onReveal={setPhone} /> : <PhoneNumber phone={phone} />}
      </Dialog>
    </>
  );
}

/** The attribute is what a dialog looks for when it opens; React's own `autoFocus` comes before that, and writes none. */
function markAutofocus(field: HTMLInputElement | null): void {
  field?.setAttribute('autofocus', '');
}

/** A name that does not match changes nothing, on purpose; the hint that stays says what is wanted. What was not compared is told. */
function PhoneForm({ onReveal }: { readonly onReveal: (phone: string) => void }) {
  const [failure, setFailure] = useState<string>();
  const { busy, onSubmit } = useSubmit(async (form) => {
    const name = new FormData(form).get('name');
    const answer = await askForPhone(typeof name === 'string' ? name : '');
    setFailure(answer.ok ? undefined : phoneFailureText(answer.failure));
    if (answer.ok && answer.value.phone !== undefined) onReveal(answer.value.phone);
  });
  return (
    <form onSubmit={onSubmit}>
      <TextField
        type="text"
        name="name"
        label="Full name"
        placeholder="Please enter my full name"
        hint="The name of this site’s owner, first and last. The number appears here once it matches; capital letters do not matter."
        maxLength={200}
        autoComplete="off"
        ref={markAutofocus}
      />
      <p role="status" className="mt-4 empty:mt-0">
        {failure === undefined ? null : <StatusMark kind="warning">{failure}</StatusMark>}
      </p>
      <Button type="submit" aria-busy={busy || undefined} className="mt-6 w-full">
        View Phone Number
      </Button>
    </form>
  );
}

/** The number is the link that calls it. */
function PhoneNumber({ phone }: { readonly phone: string }) {
  const link = useRef<HTMLAnchorElement>(null);
  const [refused, setRefused] = useState<string>();
  const { copied, copy } = useCopyFeedback(setRefused);
  // The button that had the focus is gone with the form.
  useEffect(() => link.current?.focus(), []);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3 py-2">
        <p role="status">
          <a
            ref={link}
            href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}
            className="target inline-flex items-center font-mono text-2xl text-copper underline decoration-1 underline-offset-6"
          >
            {phone}
          </a>
        </p>
        <GhostButton onClick={() => void copy(phone)}>{copied ? 'Copied!' : 'Copy'}</GhostButton>
      </div>
      <ManualCopyDialog value={refused} onClose={() => setRefused(undefined)} />
    </>
  );
}
