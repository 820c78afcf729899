import { useId, useSyncExternalStore } from 'react';
import type { Choice, Switch } from '../../../web/app/domains/settings/stored-controls.ts';
import { CheckField } from '../../../web/app/ui/fields/check-field.tsx';
import { fieldClass } from '../../../web/app/ui/fields/field-class.ts';

/** Up to so many options stand side by side; more of them are a list to open. */
const maxAbreast = 3;

/** One of a few values, kept the moment it is chosen. Its title is the row's. */
export function ChoiceControl({ id, choice }: { readonly id: string; readonly choice: Choice }) {
  const value = useSyncExternalStore(choice.subscribe, choice.read, choice.read);
  const name = useId();
  if (choice.options.length > maxAbreast) {
    return (
      <select
        className={fieldClass}
        aria-labelledby={`${id}-title`}
        value={value}
        onChange={(event) => choice.write(event.currentTarget.value)}
      >
        {choice.options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.name}
          </option>
        ))}
      </select>
    );
  }
  return (
    <fieldset className="choice" aria-labelledby={`${id}-title`}>
      {choice.options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={value === option.value}
            onChange={() => choice.write(option.value)}
          />
          <span>{option.name}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** On or off, kept the moment it is switched. */
export function SwitchControl({ on, label }: { readonly on: Switch; readonly label: string }) {
  const isOn = useSyncExternalStore(on.subscribe, on.read, on.read);
  return <CheckField label={label} checked={isOn} onChecked={(isOn) => on.write(isOn)} />;
}
