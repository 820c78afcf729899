import { type Context, createContext, useContext } from 'react';

/** A context that has no value of its own, and the hook that reads it. The hook, `name`, throws where nothing around gives a value. */
export function givenContext<Value>(name: string): readonly [Given: Context<Value | undefined>, useGiven: () => Value] {
  const Given = createContext<Value | undefined>(undefined);
  const useGiven = () => {
    const value = useContext(Given);
    if (value === undefined) throw new Error(`${name} is used where nothing gives it a value`);
    return value;
  };
  return [Given, useGiven];
}
