import { expect, test } from 'vitest';
import { type SetUpFact, type SetUpFacts, setUpStanding, setUpSteps } from './set-up-steps.ts';

const all = (fact: SetUpFact): SetUpFacts => ({
  authenticator: fact,
  'recovery-codes': fact,
  name: fact,
  content: fact,
  password: fact,
  backup: fact,
});
const standing = (facts: SetUpFacts) => setUpStanding(setUpSteps(facts));

test('the list is shown while anything is left for certain, and is finished only where everything is done for certain', () => {
  expect(standing(all('done'))).toBe('finished');
  for (const part of Object.keys(all('done')) as (keyof SetUpFacts)[]) {
    expect([part, standing({ ...all('done'), [part]: 'open' })]).toEqual([part, 'shown']);
    expect([part, standing({ ...all('unknown'), [part]: 'open' })]).toEqual([part, 'shown']);
    expect([part, standing({ ...all('done'), [part]: 'unknown' })]).toEqual([part, 'unknown']);
    expect([part, standing({ ...all('done'), [part]: 'absent' })]).toEqual([part, 'finished']);
  }
});

test('what the backend has nothing of is no row, and what is not known is none that is done', () => {
  const steps = setUpSteps({ ...all('done'), 'recovery-codes': 'absent', backup: 'unknown' });
  expect(steps.map(({ part, fact }) => `${part} ${fact}`)).toEqual([
    'authenticator done',
    'password done',
    'name done',
    'content done',
    'backup unknown',
  ]);
});
