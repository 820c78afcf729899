import type { Store } from '../../lib/store.ts';
import type { Permission } from './conversation.ts';

/** Something that waits for a word of the owner's. */
export type Question = {
  readonly id: number;
  readonly label: string;
  readonly answer: (text: string) => boolean;
  readonly cancel: () => void;
};

/** Asks for words in the place of the line: one question at a time, each answered once. */
export type Questions = {
  /** Resolves with what the word was read as; with `given` where the question was called off. */
  readonly askWord: <Value>(label: string, read: (word: string) => Value | undefined, given: Value) => Promise<Value>;
  readonly yesOrNo: (label: string) => Promise<boolean>;
};

/** `question` holds what is asked now; the page shows it. */
export function createQuestions(question: Store<Question | undefined>): Questions {
  let count = 0;
  const askWord: Questions['askWord'] = (label, read, given) =>
    new Promise((resolve) => {
      count += 1;
      const end = (value: typeof given) => {
        question.set(undefined);
        resolve(value);
      };
      question.set({
        id: count,
        label,
        answer: (text) => {
          const value = read(text.trim().toLowerCase());
          if (value === undefined) return false;
          end(value);
          return true;
        },
        cancel: () => end(given),
      });
    });
  return { askWord, yesOrNo: (label) => askWord(label, readYesNo, false) };
}

function readYesNo(word: string): boolean | undefined {
  if (word === 'y' || word === 'yes') return true;
  return word === 'n' || word === 'no' ? false : undefined;
}

/** “a” allows what was shown for as long as the page is there. */
export function readPermission(word: string): Permission | undefined {
  if (word === 'a' || word === 'always') return 'always';
  const yes = readYesNo(word);
  return yes === undefined ? undefined : yes ? 'yes' : 'no';
}
