import { type KeyboardEvent, useState } from 'react';
import { QuietButton } from '../../ui/button.tsx';
import { CheckField } from '../../ui/fields/check-field.tsx';
import { actionNames, defaultKeys, type GameAction, gameActions, keyLabel, storedKeys, withKey } from './game-keys.ts';
import { defaultOptions, storedOptions } from './game-options.ts';
import { useStored } from './use-stored.ts';

/** Sound, colours and keys of the games, on this device. Each change holds at once. */
export function GameSettings() {
  const options = useStored(storedOptions, defaultOptions);
  return (
    <div className="grid gap-4">
      <div>
        <CheckField
          label="Sound"
          hint="Made by this browser; off until you want it."
          checked={options.sound}
          onChecked={(isOn) => storedOptions.write({ ...options, sound: isOn })}
        />
        <CheckField
          label="Colour-blind palette"
          hint="Blue against orange, in the place of copper and verdigris."
          checked={options.safeInks}
          onChecked={(isOn) => storedOptions.write({ ...options, safeInks: isOn })}
        />
      </div>
      <KeySettings />
      <p className="text-sm text-muted">A gamepad works too: its cross or left stick, the first button to strike, Start to pause.</p>
    </div>
  );
}

/** One row for each action: its keys, and the way to give it another one. */
function KeySettings() {
  const keys = useStored(storedKeys, defaultKeys);
  const [asked, setAsked] = useState<GameAction>();
  const take = (event: KeyboardEvent, action: GameAction) => {
    if (asked !== action || event.code === 'Tab') return setAsked(undefined);
    event.preventDefault();
    event.stopPropagation();
    if (event.code !== 'Escape') storedKeys.write(withKey(keys, action, event.code));
    setAsked(undefined);
  };
  return (
    <section aria-label="Keys">
      <ul className="divide-y divide-hairline border-y border-hairline">
        {gameActions.map((action) => (
          <li key={action} className="flex min-h-12 flex-wrap items-center justify-between gap-x-3">
            <span>{actionNames[action]}</span>
            <span className="ml-auto flex flex-wrap items-center gap-2">
              {keys[action].map((code) => (
                <kbd key={code} className="key-cap">
                  {keyLabel(code)}
                </kbd>
              ))}
              <QuietButton
                aria-label={
                  asked === action ? `Press a key for ${actionNames[action]}, or Escape` : `Change the key for ${actionNames[action]}`
                }
                onClick={() => setAsked(action)}
                onKeyDown={(event) => {
                  if (asked !== undefined) take(event, action);
                }}
                onBlur={() => setAsked(undefined)}
              >
                {asked === action ? 'Press a key' : 'Change'}
              </QuietButton>
            </span>
          </li>
        ))}
      </ul>
      <QuietButton onClick={() => storedKeys.clear()}>Usual keys</QuietButton>
    </section>
  );
}
