import { useSyncExternalStore } from 'react';
import type { Choice, Switch } from '../../../web/app/domains/settings/stored-controls.ts';
import { CheckField } from '../../../web/app/ui/fields/check-field.tsx';

/** One of a few values, kept the moment it is chosen: the value stands in the row and opens its list. Its title is the row's. */
export function ChoiceControl({ id, choice }: { readonly id: string; readonly choice: Choice }) {
  const value = useSyncExternalStore(choice.subscribe, choice.read, choice.read);
  return (
    <div className="setting-value">
      <select aria-labelledby={`${id}-title`} value={value} onChange={(event) => choice.write(event.currentTarget.value)}>
        {choice.options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.name}
          </option>
        ))}
      </select>
      <span aria-hidden="true">▾</span>
    </div>
  );
}

/** On or off, kept the moment it is switched. */
export function SwitchControl({ on, label }: { readonly on: Switch; readonly label: string }) {
  const isOn = useSyncExternalStore(on.subscribe, on.read, on.read);
  return <CheckField label={label} checked={isOn} onChecked={(isOn) => on.write(isOn)} />;
}
