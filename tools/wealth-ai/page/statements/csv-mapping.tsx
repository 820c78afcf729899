import type { DateOrder } from '@castellan/money/day';
import { CheckField } from '../../../../web/app/ui/fields/check-field.tsx';
import { SelectField } from '../../../../web/app/ui/fields/select-field.tsx';
import type { CsvColumns, CsvMapping } from '../../knowledge/csv-statement.ts';

const orderNames: Readonly<Record<DateOrder, string>> = { dmy: 'Day, month, year', mdy: 'Month, day, year', ymd: 'Year, month, day' };

/** Which number of a date is the day, where the dates do not tell. */
export function DateOrderField({
  value,
  orders,
  onChange,
}: {
  readonly value: DateOrder;
  readonly orders: readonly DateOrder[];
  readonly onChange: (order: DateOrder) => void;
}) {
  return (
    <SelectField
      label="Dates are written"
      value={value}
      options={orders.map((order) => ({ value: order, name: orderNames[order] }))}
      onValue={(value) => onChange(value as DateOrder)}
    />
  );
}

const columnNames: readonly (readonly [keyof CsvColumns, string])[] = [
  ['day', 'Date'],
  ['amount', 'Amount'],
  ['debit', 'Money out'],
  ['credit', 'Money in'],
  ['payee', 'Payee'],
  ['memo', 'Memo'],
  ['balance', 'Balance'],
  ['category', 'Category'],
  ['currency', 'Currency'],
];

type CsvMappingFieldsProps = {
  readonly csv: { readonly rows: readonly (readonly string[])[]; readonly mapping: CsvMapping };
  readonly onChange: (mapping: CsvMapping) => void;
};

/** Which column of a bank's CSV says what: guessed from its names, and corrected here. */
export function CsvMappingFields({ csv: { rows, mapping }, onChange }: CsvMappingFieldsProps) {
  const { headerRow, columns, order, decimal, flips } = mapping;
  const head = rows[Math.max(0, headerRow)] ?? [];
  const options = [
    { value: '-1', name: 'None' },
    ...head.map((name, index) => ({ value: String(index), name: name.trim() || `Column ${index + 1}` })),
  ];
  const isComplete = columns.day >= 0 && (columns.amount >= 0 || columns.debit >= 0 || columns.credit >= 0);
  return (
    <details open={!isComplete} className="border-t border-hairline">
      <summary className="w-fit cursor-pointer py-3 text-sm text-muted hover:text-ink">Columns and signs</summary>
      <div className="grid gap-3 sm:grid-cols-2">
        {columnNames.map(([column, label]) => (
          <SelectField
            key={column}
            label={label}
            value={String(columns[column])}
            options={options}
            onValue={(value) => onChange({ ...mapping, columns: { ...columns, [column]: Number(value) } })}
          />
        ))}
        <DateOrderField value={order} orders={['dmy', 'mdy', 'ymd']} onChange={(chosen) => onChange({ ...mapping, order: chosen })} />
        <SelectField
          label="Decimal sign"
          value={decimal ?? ''}
          options={[
            { value: '', name: 'As each amount shows' },
            { value: '.', name: 'Point' },
            { value: ',', name: 'Comma' },
          ]}
          onValue={(value) => {
            const { decimal: _, ...rest } = mapping;
            const chosen = value;
            onChange(chosen === '.' || chosen === ',' ? { ...rest, decimal: chosen } : rest);
          }}
        />
        <CheckField
          label="Spending has no minus sign"
          className="sm:col-span-2"
          checked={flips ?? false}
          onChecked={(isOn) => onChange({ ...mapping, flips: isOn })}
        />
      </div>
    </details>
  );
}
