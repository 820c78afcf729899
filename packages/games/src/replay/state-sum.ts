import { fnvByte, fnvOfText, fnvStart } from '../fnv.ts';

/** A sum over states of a game, which tells two games apart that went differently anywhere. */
export type StateSum = {
  readonly add: (state: unknown) => void;
  /** Eight hexadecimal digits. */
  readonly digits: () => string;
};

/** A sum over nothing yet. */
export function createStateSum(): StateSum {
  let sum = fnvStart;
  return {
    add: (state) => {
      let own = fnvOfText(JSON.stringify(state, withSortedKeys));
      for (let byte = 0; byte < 4; byte += 1) {
        sum = fnvByte(sum, own & 0xff);
        own >>>= 8;
      }
    },
    digits: () => sum.toString(16).padStart(8, '0'),
  };
}

/** The order in which fields were written is no part of a state. */
function withSortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
