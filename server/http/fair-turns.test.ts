import { expect, test } from 'vitest';
import { createFairTurns } from './fair-turns.ts';

function startTurns(rules: { perBlock?: number; all?: number; waiting?: number } = {}) {
  const asked: (() => void)[] = [];
  const said: string[] = [];
  const turns = createFairTurns({ perBlock: 2, all: 4, ...rules, nextTurn: (run) => void asked.push(run) });
  const take = (block: string, count = 1) => Array.from({ length: count }, () => turns.take(block, () => void said.push(block)));
  /** Lets the loop turn once; says what was answered in it. */
  const turn = () => {
    said.length = 0;
    for (const run of asked.splice(0)) run();
    return said.join('');
  };
  return { take, turn, said };
}

test('of one address a turn of the loop answers its share, and the next turns the rest', () => {
  const { take, turn, said } = startTurns();
  take('a', 5);
  expect(said).toEqual(['a', 'a']);
  expect([turn(), turn(), turn(), turn()]).toEqual(['aa', 'a', '', '']);
});

test('whoever asks once does not wait behind who asks a hundred times', () => {
  const { take, turn, said } = startTurns();
  take('a', 100);
  take('b');
  expect(said).toEqual(['a', 'a', 'b']);
  take('c', 2);
  expect(said).toEqual(['a', 'a', 'b', 'c']);
  expect(turn()).toBe('aca');
});

test('a turn bounds what all addresses together are answered, and all come to their turn', () => {
  const { take, turn, said } = startTurns({ all: 3 });
  for (const block of 'abcdefgh') take(block);
  expect(said.join('')).toBe('abc');
  expect([turn(), turn(), turn()]).toEqual(['def', 'gh', '']);
});

test('the line is bounded: who comes then is turned away, and who waits is answered', () => {
  const { take, turn, said } = startTurns({ waiting: 3 });
  expect(take('a', 20).filter((isTaken) => isTaken)).toHaveLength(5);
  expect(said).toHaveLength(2);
  expect([turn(), turn(), turn()]).toEqual(['aa', 'a', '']);
});

test('who comes after the flood is over is answered at once', () => {
  const { take, turn, said } = startTurns();
  take('a', 2);
  turn();
  turn();
  take('a', 2);
  expect(said).toEqual(['a', 'a']);
});
