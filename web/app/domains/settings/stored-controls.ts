import type { StoredValue } from '../../lib/stored-values.ts';

/** One of a few values. `write` of a value that is none of the options changes nothing. */
export type Choice = {
  readonly options: readonly { readonly value: string; readonly name: string }[];
  readonly read: () => string;
  readonly write: (value: string) => void;
  readonly subscribe: (listener: () => void) => () => void;
};

/** On or off. */
export type Switch = {
  readonly read: () => boolean;
  readonly write: (isOn: boolean) => void;
  readonly subscribe: (listener: () => void) => () => void;
};

/** A stored value as a choice; `usual` is what counts where nothing is stored, `names` what each value is called. */
export function choiceOf<Value extends string>(stored: StoredValue<Value>, usual: Value, names: Readonly<Record<Value, string>>): Choice {
  const isOption = (text: string): text is Value => Object.hasOwn(names, text);
  return {
    options: Object.entries<string>(names).map(([value, name]) => ({ value, name })),
    read: () => stored.read() ?? usual,
    write: (text) => {
      if (isOption(text)) stored.write(text);
    },
    subscribe: stored.subscribe,
  };
}

/** A stored value as a switch; `usual` is what counts where nothing is stored. */
export function switchOf<Value>(
  stored: StoredValue<Value>,
  values: { readonly on: NoInfer<Value>; readonly off: NoInfer<Value> },
  usual: boolean,
): Switch {
  return {
    read: () => {
      const value = stored.read();
      return value === undefined ? usual : value === values.on;
    },
    write: (isOn) => stored.write(isOn ? values.on : values.off),
    subscribe: stored.subscribe,
  };
}
