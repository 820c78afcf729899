import { useState } from 'react';
import { type ClaimFailure, claimWish } from '../../domains/wishes/claim-wish.ts';
import type { ListedWish } from '../../lib/listed-wish.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { useSubmit } from '../../ui/forms/use-work.ts';
import { useToast } from '../../ui/toast/toast-region.tsx';

type ClaimDialogProps = {
  readonly wish: ListedWish;
  /** How many of it may be promised. */
  readonly free: number;
  readonly open: boolean;
  readonly onClose: () => void;
  /** Something may have changed at the server. */
  readonly onSettled: () => Promise<void>;
};

/** Asks for a name and promises the wish. */
export function ClaimDialog({ wish, free, open, onClose, onSettled }: ClaimDialogProps) {
  return (
    <Dialog open={open} title={`Promise “${wish.title}”`} onClose={onClose}>
      <ClaimForm wish={wish} free={free} onClose={onClose} onSettled={onSettled} />
    </Dialog>
  );
}

function ClaimForm({ wish, free, onClose, onSettled }: Omit<ClaimDialogProps, 'open'>) {
  const showToast = useToast();
  const [nameFault, setNameFault] = useState<string>();
  const [refusal, setRefusal] = useState<string>();
  // What was free when the dialog opened: the field stays while others are promising.
  const [most] = useState(Math.max(1, free));
  const { busy, onSubmit } = useSubmit(async (form) => {
    const entries = new FormData(form);
    const name = String(entries.get('name') ?? '').trim();
    const fault = faultOfName(name);
    setNameFault(fault);
    setRefusal(undefined);
    if (fault !== undefined) return form.querySelector<HTMLInputElement>('input[name="name"]')?.focus();
    const claimed = await claimWish(wish, { name, quantity: Number(entries.get('quantity') ?? 1) });
    await onSettled();
    if (!claimed.ok) return setRefusal(sentenceOf(claimed.failure));
    onClose();
    showToast({ title: 'Thank you', description: `“${wish.title}” is promised. This browser keeps the way to take it back.` });
  });
  return (
    <form noValidate onSubmit={onSubmit}>
      <TextField
        name="name"
        label="Your name"
        hint="Only shown to the owner, and only once the birthday is over."
        error={nameFault}
        maxLength={60}
        autoComplete="name"
        required
      />
      {wish.quantity > 1 ? (
        <TextField
          className="mt-5"
          name="quantity"
          label="How many"
          hint={`${most} of ${wish.quantity} still free`}
          type="number"
          inputMode="numeric"
          min={1}
          max={most}
          defaultValue={1}
          required
        />
      ) : null}
      <p role="alert" className="mt-4 text-carmine empty:hidden">
        {refusal}
      </p>
      <Button type="submit" busy={busy} className="mt-6 w-full">
        Promise it
      </Button>
    </form>
  );
}

function faultOfName(name: string): string | undefined {
  if (!/[\p{L}\p{N}]/u.test(name)) return 'Please enter your name, so you can be thanked.';
  return /\p{C}/u.test(name) ? 'Please leave out signs that cannot be seen.' : undefined;
}

function sentenceOf(failure: ClaimFailure): string {
  switch (failure.code) {
    case 'taken':
      return 'Someone else was faster: this wish is already promised. Thank you for the thought.';
    case 'fewer':
      return 'Not that many are free any more. Please choose a smaller number.';
    case 'gone':
      return 'This wish is no longer on the list.';
    case 'must_wait':
      return `That was many promises at once. Please try again in ${waitText(failure.waitSeconds)}.`;
    case 'not_answered':
      return navigator.onLine ? 'The server did not answer. Please try again.' : 'You are offline. Please try again with a connection.';
  }
}

function waitText(seconds: number): string {
  return seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
}
