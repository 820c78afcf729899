import { payeeKey } from '@castellan/money/schedule';
import { type FormEvent, useId, useState } from 'react';
import { newRecordId } from '../../../../web/app/domains/records/record.ts';
import { Button, QuietButton } from '../../../../web/app/ui/button.tsx';
import { Dialog, DialogFoot } from '../../../../web/app/ui/dialog.tsx';
import { CheckField } from '../../../../web/app/ui/fields/check-field.tsx';
import { SelectField } from '../../../../web/app/ui/fields/select-field.tsx';
import { TextField } from '../../../../web/app/ui/fields/text-field.tsx';
import { useWealth } from '../wealth-context.tsx';
import { foldPayee, learntId, type RuleInUse } from './rules.ts';

type RuleDialogProps = { readonly rule: RuleInUse | undefined; readonly isNew: boolean; readonly onClose: () => void };

/** The form of a rule. One that was learnt is written down once it is changed. */
export function RuleDialog({ rule, isNew, onClose }: RuleDialogProps) {
  const open = isNew || rule !== undefined;
  return (
    <Dialog open={open} title={isNew ? 'New rule' : 'Rule'} onClose={onClose}>
      {open ? <RuleForm key={rule?.id} rule={rule} onClose={onClose} /> : null}
    </Dialog>
  );
}

type Faults = { readonly payee?: string; readonly category?: string };

function RuleForm({ rule, onClose }: Pick<RuleDialogProps, 'rule' | 'onClose'>) {
  const { book, hand, tell } = useWealth();
  const [faults, setFaults] = useState<Faults>({});
  const listId = useId();
  const isWritten = book.rules.some(({ id }) => id === rule?.id);
  const isOwn = isWritten && rule !== undefined && rule.id !== learntId(rule.payee);
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? '').trim();
    const [payee, category] = [text('payee'), text('category')];
    const match = text('match') === 'contains' ? ('contains' as const) : ('is' as const);
    const found: Faults = {
      ...((match === 'is' ? payeeKey(payee) : foldPayee(payee)) === '' ? { payee: 'Enter letters of the payee.' } : {}),
      ...(category === '' ? { category: 'Name a category.' } : {}),
    };
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    const values = { payee, category, match };
    const off = rule !== undefined && form.get('used') === null;
    const kept = hand.put({ kind: 'rule', id: rule?.id ?? newRecordId(), removed_at: null, batch: null, ...values, off });
    if (await tell(kept)) onClose();
  };
  return (
    <form noValidate autoComplete="off" onSubmit={(event) => void save(event)} className="grid gap-4">
      <SelectField
        name="match"
        label="Where the payee"
        defaultValue={rule?.match ?? 'contains'}
        options={[
          { value: 'is', name: 'is' },
          { value: 'contains', name: 'contains' },
        ]}
      />
      <TextField name="payee" label="Payee" maxLength={500} defaultValue={rule?.payee} error={faults.payee} autoFocus />
      <TextField name="category" label="Category" maxLength={80} list={listId} defaultValue={rule?.category} error={faults.category} />
      <datalist id={listId}>
        {book.categories.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {rule === undefined ? null : <CheckField name="used" label="Use this rule" defaultChecked={!rule.off} />}
      <DialogFoot
        aside={
          isOwn ? (
            <QuietButton
              onClick={() => {
                void tell(hand.remove(rule.id), 'Rule deleted');
                onClose();
              }}
            >
              Delete
            </QuietButton>
          ) : undefined
        }
      >
        <Button type="submit">{rule === undefined ? 'Add rule' : 'Save'}</Button>
      </DialogFoot>
    </form>
  );
}
