import { isDay } from '@castellan/money/day';
import { type FormEvent, useState } from 'react';
import { envelopeStart, startId } from '../../../../web/app/domains/money/envelope-records.ts';
import { Button, QuietButton } from '../../../../web/app/ui/button.tsx';
import { Dialog, DialogFoot } from '../../../../web/app/ui/dialog.tsx';
import { TextField } from '../../../../web/app/ui/fields/text-field.tsx';
import { useWealth } from '../wealth-context.tsx';

/** From which day on the envelopes of a currency count. */
export function StartDialog({ currency, onClose }: { readonly currency: string | undefined; readonly onClose: () => void }) {
  const { book, hand, tell, today } = useWealth();
  const [fault, setFault] = useState<string>();
  if (currency === undefined) return null;
  const start = book.starts.get(currency);
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const day = String(new FormData(event.currentTarget).get('day') ?? '');
    if (!isDay(day)) return setFault('Enter a valid date.');
    setFault(undefined);
    if (await tell(hand.put(envelopeStart(currency, day)), `Envelopes count from ${day}`)) onClose();
  };
  return (
    <Dialog
      open
      title="Start of the envelopes"
      description="What the accounts have before this day is yours to put into envelopes. Older entries and envelopes are kept, and no longer count here."
      onClose={onClose}
    >
      <form noValidate autoComplete="off" onSubmit={(event) => void save(event)} className="grid gap-4">
        <TextField name="day" type="date" label="Count from" defaultValue={start ?? today} error={fault} autoFocus />
        <DialogFoot
          aside={
            start === undefined ? undefined : (
              <QuietButton
                onClick={() => {
                  void tell(hand.remove(startId(currency)), 'Envelopes count from the first entry');
                  onClose();
                }}
              >
                Count everything
              </QuietButton>
            )
          }
        >
          <Button type="submit">Save</Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
