import { type FormEvent, useState } from 'react';
import { type Day, dateLabel } from '../../../web/app/domains/tasks/day.ts';
import { Button, GhostButton, QuietButton } from '../../../web/app/ui/button.tsx';
import { Dialog } from '../../../web/app/ui/dialog.tsx';
import { TextField } from '../../../web/app/ui/fields/text-field.tsx';
import { dayNumber } from './day-number.ts';
import { useHabits } from './habit-context.tsx';
import { amountOf, mark, readAmount } from './mark.ts';
import { markWords } from './mark-words.ts';
import type { Standing } from './standing.ts';

/** The sheet of one day of one habit: its amount or answer, and a note. */
export function DayDialog() {
  const { sheet, openSheet, standings } = useHabits();
  const standing = standings.find(({ habit }) => habit.id === sheet?.habitId);
  return (
    <Dialog
      open={sheet !== undefined && standing !== undefined}
      title={standing?.habit.name ?? ''}
      description={sheet === undefined || standing === undefined ? undefined : `${dateLabel(sheet.day)}: ${markWords(standing, sheet.day)}`}
      onClose={() => openSheet(undefined)}
    >
      {sheet === undefined || standing === undefined ? null : (
        <DayForm
          key={`${sheet.habitId}/${sheet.day}`}
          standing={standing}
          day={sheet.day}
          typed={sheet.typed}
          onDone={() => openSheet(undefined)}
        />
      )}
    </Dialog>
  );
}

type DayFormProps = {
  readonly standing: Standing;
  readonly day: Day;
  /** What was typed to open it; takes the place of the amount that is there. */
  readonly typed?: string | undefined;
  readonly onDone: () => void;
};

const longestNote = 500;

function DayForm({ standing: { habit, byHand, notes }, day, typed, onDone }: DayFormProps) {
  const { markDay } = useHabits();
  const [fault, setFault] = useState<string>();
  const number = dayNumber(day);
  const known = byHand.get(number) ?? mark.unknown;
  const isCount = habit.kind === 'count';
  const keep = async (value: number, note: string) => {
    if (await markDay(habit, day, value, note.trim())) onDone();
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const note = String(form.get('note') ?? '');
    if (!isCount) return void keep(known === mark.unknown && note.trim() === '' ? mark.yes : known, note);
    const text = String(form.get('amount') ?? '');
    const value = text.trim() === '' ? mark.unknown : readAmount(text);
    if (value !== undefined) return void keep(value, note);
    setFault('A number such as 12 or 7.5, with at most two digits after the point.');
    event.currentTarget.querySelector<HTMLElement>('[name="amount"]')?.focus();
  };
  const answer = (value: number) => (event: { readonly currentTarget: HTMLButtonElement }) =>
    void keep(value, String(new FormData(event.currentTarget.form ?? undefined).get('note') ?? ''));
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      {isCount ? (
        <TextField
          name="amount"
          label={habit.unit === '' ? 'How much' : `How many ${habit.unit}`}
          inputMode="decimal"
          autoComplete="off"
          autoFocus
          defaultValue={typed ?? (known < 0 || known === mark.skip ? '' : String(amountOf(known)))}
          error={fault}
        />
      ) : null}
      <TextField
        name="note"
        label="Note"
        autoComplete="off"
        maxLength={longestNote}
        defaultValue={notes.get(number) ?? ''}
        autoFocus={!isCount}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <QuietButton onClick={answer(mark.unknown)}>Clear</QuietButton>
        <GhostButton onClick={answer(mark.skip)}>Skip</GhostButton>
        {isCount ? null : (
          <>
            <GhostButton onClick={answer(mark.no)}>Not done</GhostButton>
            <Button tone={known === mark.yes ? 'ghost' : 'primary'} onClick={answer(mark.yes)}>
              Done
            </Button>
          </>
        )}
        {isCount || known !== mark.unknown ? (
          <Button type="submit" {...(isCount ? {} : { tone: 'ghost' as const })}>
            {isCount ? 'Keep' : 'Keep the note'}
          </Button>
        ) : null}
      </div>
    </form>
  );
}
