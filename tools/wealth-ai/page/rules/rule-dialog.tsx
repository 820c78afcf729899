import { payeeKey } from '@castellan/money/schedule';
import { type FormEvent, useId, useState } from 'react';
import { newRecordId } from '../../../../web/app/domains/records/record.ts';
import { Button, QuietButton } from '../../../../web/app/ui/button.tsx';
import { Dialog, DialogFoot } from '../../../../web/app/ui/dialog.tsx';
import { CheckField } from '../../../../web/app/ui/fields/check-field.tsx';
import { SelectField } from '../../../../web/app/ui/fields/select-field.tsx';
import { TextField } from '../../../../web/app/ui/fields/text-field.tsx';
import { CategoryNames } from '../splits/category-names.tsx';
import { SplitFields } from '../splits/split-fields.tsx';
import { linesOfProportions, readProportions, type SplitLine } from '../splits/split-lines.ts';
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

type Faults = { readonly payee?: string; readonly category?: string; readonly splits?: string };

function RuleForm({ rule, onClose }: Pick<RuleDialogProps, 'rule' | 'onClose'>) {
  const { book, hand, tell } = useWealth();
  const [faults, setFaults] = useState<Faults>({});
  const [lines, setLines] = useState<readonly SplitLine[]>(linesOfProportions(rule?.splits ?? []));
  const listId = useId();
  const isWritten = book.rules.some(({ id }) => id === rule?.id);
  const isOwn = isWritten && rule !== undefined && rule.id !== learntId(rule.payee);
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? '').trim();
    const [payee, category] = [text('payee'), text('category')];
    const match = text('match') === 'contains' ? ('contains' as const) : ('is' as const);
    const read = readProportions(lines);
    const found: Faults = {
      ...((match === 'is' ? payeeKey(payee) : foldPayee(payee)) === '' ? { payee: 'Enter letters of the payee.' } : {}),
      ...('fault' in read ? { splits: read.fault } : lines.length === 0 && category === '' ? { category: 'Name a category.' } : {}),
    };
    setFaults(found);
    if (Object.keys(found).length > 0 || 'fault' in read) return;
    const values = { payee, category, match, ...(read.parts.length > 0 ? { splits: read.parts } : {}) };
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
      {lines.length > 0 ? null : (
        <TextField name="category" label="Category" maxLength={80} list={listId} defaultValue={rule?.category} error={faults.category} />
      )}
      <CategoryNames id={listId} />
      <SplitFields of="Percent" lines={lines} listId={listId} error={faults.splits} onChange={setLines} />
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
