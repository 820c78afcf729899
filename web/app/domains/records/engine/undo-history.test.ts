import { expect, test } from 'vitest';
import { sealedThings, things } from '../fake-records-world.ts';
import { createUndoHistory } from './undo-history.ts';

const edits = (id: string) => [{ kind: 'change' as const, id, values: {} }];
const step = (id: string) => [{ collection: things, edits: edits(id) }];
const sealedStep = (id: string) => [{ collection: sealedThings, edits: edits(id) }];

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
  history.push('planner', sealedStep('secret'));
  history.push('diary', sealedStep('secret'));
  history.forgetSealed();
  expect([history.pop('planner'), history.pop('diary')]).toEqual([step('open'), undefined]);
});

test('a step on a record that was deleted permanently is dropped, in its collection alone', () => {
  const history = createUndoHistory();
  history.push('planner', step('gone'));
  history.push('planner', sealedStep('gone'));
  history.forgetRecords('things', ['gone']);
  expect(history.pop('planner')?.[0]?.collection.name).toBe('sealed_things');
  expect(history.pop('planner')).toBeUndefined();
});

test('a step of two collections is dropped as a whole by a lock, and by the end of one of its records', () => {
  const history = createUndoHistory();
  history.push('planner', [...step('a'), ...sealedStep('b')]);
  history.forgetSealed();
  expect(history.pop('planner')).toBeUndefined();
  history.push('planner', [...step('a'), ...sealedStep('b')]);
  history.forgetRecords('sealed_things', ['b']);
  expect(history.pop('planner')).toBeUndefined();
});
