import { fail, type Result, succeed } from '@castellan/foundation/result';
import { useState } from 'react';
import { addWish, changeWish, type OwnWish, readShopPage, type ShopPage, type WishDraft } from '../../../domains/wishes/owner-wishes.ts';
import { minorDigits, parsePrice } from '../../../domains/wishes/price.ts';
import { Button, QuietButton } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { useSubmit } from '../../../ui/forms/use-work.ts';
import { priorityNames } from '../priority-seal.tsx';
import { refusalSentence } from './refusal-sentence.ts';

type WishDialogProps = {
  /** Without one a new wish is made. */
  readonly wish: OwnWish | undefined;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onSaved: () => Promise<void>;
};

/** The form of one wish. */
export function WishDialog({ wish, open, onClose, onSaved }: WishDialogProps) {
  return (
    <Dialog open={open} title={wish === undefined ? 'A new wish' : `Edit “${wish.title}”`} onClose={onClose}>
      <WishForm wish={wish} onSaved={onSaved} />
    </Dialog>
  );
}

type Field = 'title' | 'url' | 'price' | 'currency' | 'category' | 'quantity';
type Fault = { readonly code: 'field_invalid'; readonly field: Field; readonly sentence: string };

function WishForm({ wish, onSaved }: Pick<WishDialogProps, 'wish' | 'onSaved'>) {
  const [fault, setFault] = useState<Fault>();
  const [refusal, setRefusal] = useState<string>();
  const { busy, onSubmit } = useSubmit(async (form) => {
    const draft = readDraft(new FormData(form));
    setRefusal(undefined);
    setFault(draft.ok ? undefined : draft.failure);
    if (!draft.ok) return form.querySelector<HTMLInputElement>(`[name="${draft.failure.field}"]`)?.focus();
    const saved = await (wish === undefined ? addWish(draft.value) : changeWish(wish.id, draft.value));
    if (!saved.ok) return setRefusal(refusalSentence(saved.failure));
    await onSaved();
  });
  const errorOf = (field: Field) => (fault?.field === field ? fault.sentence : undefined);
  const [told, setTold] = useState('');
  const fillIn = async (form: HTMLFormElement) => {
    const address = fieldOf(form, 'url');
    setRefusal(undefined);
    setTold('');
    if (!isAddress(address.value.trim())) {
      setFault({ code: 'field_invalid', field: 'url', sentence: wrongAddress });
      return address.focus();
    }
    setFault(undefined);
    const page = await readShopPage(address.value.trim());
    if (!page.ok) return setRefusal(refusalSentence(page.failure));
    setTold(takeOver(form, page.value));
  };
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4">
      <TextField name="title" label="Title" defaultValue={wish?.title} maxLength={120} error={errorOf('title')} required />
      <div>
        <TextField name="url" label="Address" type="url" defaultValue={wish?.url ?? ''} placeholder="https://" error={errorOf('url')} />
        <QuietButton className="mt-1 -ml-2" onWork={async ({ form }) => form !== null && fillIn(form)}>
          Fill in from the page
        </QuietButton>
        <p role="status" className="text-sm text-muted empty:hidden">
          {told}
        </p>
      </div>
      <div className="grid grid-cols-2 gap-4">
        <TextField name="price" label="Price" inputMode="decimal" defaultValue={priceText(wish)} error={errorOf('price')} />
        <TextField name="currency" label="Currency" defaultValue={wish?.currency ?? 'EUR'} maxLength={3} error={errorOf('currency')} />
        <TextField
          name="category"
          label="Category"
          defaultValue={wish?.category ?? 'Other'}
          maxLength={40}
          error={errorOf('category')}
          required
        />
        <TextField
          name="quantity"
          label="How many"
          type="number"
          min={1}
          max={99}
          defaultValue={wish?.quantity ?? 1}
          error={errorOf('quantity')}
        />
      </div>
      <label className="flex flex-col gap-2 text-sm font-medium">
        Priority
        <select name="priority" className="field-select text-base" defaultValue={wish?.priority ?? 2}>
          {Object.entries(priorityNames).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <TextField name="note" label="Note" defaultValue={wish?.note ?? ''} maxLength={400} />
      <label className="wish-available">
        <input type="checkbox" name="public" defaultChecked={wish?.visibility !== 'private'} />
        Visible to everyone
      </label>
      <p role="alert" className="text-carmine empty:hidden">
        {refusal}
      </p>
      <Button type="submit" busy={busy}>
        Save
      </Button>
    </form>
  );
}

const wrongAddress = 'An address begins with https://.';

function isAddress(text: string): boolean {
  return /^https?:\/\//.test(text) && URL.canParse(text);
}

function fieldOf(form: HTMLFormElement, name: Field): HTMLInputElement {
  const field = form.elements.namedItem(name);
  if (!(field instanceof HTMLInputElement)) throw new Error(`the form has no field ${name}`);
  return field;
}

/** Puts what a page says into the form, over nothing that was typed but a price; answers what was put there. */
function takeOver(form: HTMLFormElement, { title, price, currency }: ShopPage): string {
  const titleField = fieldOf(form, 'title');
  const takesTitle = title !== null && titleField.value.trim() === '';
  if (takesTitle) titleField.value = title;
  if (price !== null && currency !== null) {
    fieldOf(form, 'price').value = price;
    fieldOf(form, 'currency').value = currency;
  }
  const taken = [...(takesTitle ? ['title'] : []), ...(price !== null ? ['price'] : [])];
  if (taken.length > 0) return `Filled in: ${taken.join(' and ')}.`;
  return title === null ? 'The page names neither title nor price.' : 'The page names no price.';
}

function priceText(wish: OwnWish | undefined): string {
  if (wish?.price_minor == null || wish.currency === null) return '';
  const digits = minorDigits(wish.currency);
  return (wish.price_minor / 10 ** digits).toFixed(digits);
}

/** The form’s values as a wish, or the first field that is wrong. The database checks them again. */
function readDraft(entries: FormData): Result<WishDraft, Fault> {
  const text = (name: string) => String(entries.get(name) ?? '').trim();
  const wrong = (field: Field, sentence: string) => fail<Fault>({ code: 'field_invalid', field, sentence });
  const [title, url, price, currency, category, note] = [
    text('title'),
    text('url'),
    text('price'),
    text('currency').toUpperCase(),
    text('category'),
    text('note'),
  ];
  if (title === '') return wrong('title', 'A wish needs a title.');
  if (url !== '' && !isAddress(url)) return wrong('url', wrongAddress);
  if (price !== '' && !/^[A-Z]{3}$/.test(currency)) return wrong('currency', 'Three letters, such as EUR.');
  const priceMinor = price === '' ? null : parsePrice(price, currency);
  if (priceMinor === undefined) return wrong('price', 'A price such as 49.90.');
  if (category === '') return wrong('category', 'Such as Books.');
  const quantity = Number(text('quantity'));
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > 99) return wrong('quantity', 'From 1 to 99.');
  return succeed({
    title,
    url: url === '' ? null : url,
    price_minor: priceMinor,
    currency: priceMinor === null ? null : currency,
    priority: ([1, 2, 3] as const).find((one) => String(one) === text('priority')) ?? 2,
    category,
    note: note === '' ? null : note,
    quantity,
    visibility: entries.has('public') ? 'public' : 'private',
  });
}
