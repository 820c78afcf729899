import { expect, test } from 'vitest';
import { sealedThings, things } from '../fake-records-world.ts';
import { createUndoHistory } from './undo-history.ts';

const step = (id: string, collection = things) => [{ collection, edits: [{ kind: 'change' as const, id, values: {} }] }];

test('a tool takes back its own steps, the last first, and then there is none', () => {
  const history = createUndoHistory();
  history.push('planner', step('a'));
  history.push('diary', step('b'));
  history.push('planner', step('c'));
  expect([history.pop('planner'), history.pop('planner'), history.pop('planner')]).toEqual([step('c'), step('a'), undefined]);
  expect(history.pop('diary')).toEqual(step('b'));
});

test('the last fifty steps of each tool are kept', () => {
  const history = createUndoHistory();
  for (let count = 0; count < 60; count += 1) history.push('planner', step(`step-${count}`));
  history.push('diary', step('mine'));
  const taken = [];
  for (let last = history.pop('planner'); last !== undefined; last = history.pop('planner')) taken.push(last[0]?.edits[0]?.id);
  expect([taken.length, taken.at(0), taken.at(-1)]).toEqual([50, 'step-59', 'step-10']);
  expect(history.pop('diary')).toEqual(step('mine'));
});

test('a lock drops the steps of sealed collections in every tool, and keeps the others', () => {
  const history = createUndoHistory();
  history.push('planner', step('open'));
  history.push('planner', step('secret', sealedThings));
  history.push('diary', step('secret', sealedThings));
  history.forgetSealed();
  expect([history.pop('planner'), history.pop('diary')]).toEqual([step('open'), undefined]);
});

test('a step on a record that was deleted permanently is dropped, in its collection alone', () => {
  const history = createUndoHistory();
  history.push('planner', step('gone'));
  history.push('planner', step('gone', sealedThings));
  history.forgetRecords('things', ['gone']);
  expect(history.pop('planner')?.[0]?.collection.name).toBe('sealed_things');
  expect(history.pop('planner')).toBeUndefined();
});

test('a step over two collections goes as a whole where one of its records is gone for good, or one of them is sealed and locked', () => {
  const history = createUndoHistory();
  const both = [...step('kept'), ...step('gone', sealedThings)];
  history.push('planner', both);
  history.forgetRecords('sealed_things', ['gone']);
  expect(history.pop('planner')).toBeUndefined();
  history.push('planner', both);
  history.forgetSealed();
  expect(history.pop('planner')).toBeUndefined();
});

test('nothing of a session that is over can be taken back', () => {
  const history = createUndoHistory();
  history.push('planner', step('open'));
  history.push('diary', step('secret', sealedThings));
  history.forgetAll();
  expect([history.pop('planner'), history.pop('diary')]).toEqual([undefined, undefined]);
});
