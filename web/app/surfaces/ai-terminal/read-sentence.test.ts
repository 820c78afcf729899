import { expect, test } from 'vitest';
import { parseLine } from '../../domains/terminal/parse-line.ts';
import { readSentence, type Vocabulary } from './read-sentence.ts';

const project = (name: string, keywords: readonly string[]) => ({
  name,
  description: 'A work.',
  highlights: [],
  keywords: [...keywords],
  startDate: '2021',
  endDate: undefined,
  url: undefined,
});
const visitor: Vocabulary = {
  content: {
    projects: [project('Latent Image', ['Rust', 'CI']), project('Rosette', ['PostgreSQL', 'Hash chains'])],
    work: [
      {
        name: 'Halyard Mint',
        position: 'Principal',
        location: 'Budapest',
        startDate: '2022',
        endDate: undefined,
        summary: '',
        highlights: [],
      },
    ],
    skills: [{ name: 'Cyber operations', level: 'Advanced', keywords: ['Incident response', 'Threat modelling'] }],
  },
  names: ['Ada Varga'],
  destinations: ['home', 'contact', 'snake-game', 'word-counter'],
  isOwner: false,
};
const lineOf = (text: string, isOwner: boolean) => readSentence(text, { ...visitor, isOwner })?.line;

test.each([
  ['which projects use Rust?', 'projects | where stack ~ Rust'],
  ['What did you build with PostgreSQL?', 'projects | where stack ~ PostgreSQL'],
  ['projects about secrets', 'projects | grep secrets'],
  ['how many projects are there', 'projects | count'],
  ['what is your newest project', 'projects | sort year -r | head 1'],
  ['Which projects since 2020 use rust', 'projects | where stack ~ rust | where year >= 2020'],
  ['where does she work now', 'experience | sort from -r | head 1'],
  ['jobs before 2018', 'experience | where from < 2018'],
  ['did you work at Halyard Mint?', 'experience | grep Halyard | grep Mint'],
  ['what are you good at?', 'skills'],
  ['does Ada know incident response', 'skills | grep incident | grep response'],
  ['do you know Rust?', 'projects | where stack ~ Rust'],
  ['Rust', 'projects | where stack ~ Rust'],
  ['how can I reach you?', 'contact'],
  ['who is this', 'about'],
  ['what can I play', 'games'],
  ['open the word counter', 'open word-counter'],
  ['show me your resume', 'resume'],
  ['switch to light mode', 'theme light'],
  ['where are you on GitHub', 'socials'],
  ['add task call bank friday p1', undefined],
  ['what is the weather', undefined],
  ['', undefined],
])('a visitor’s “%s” is read as %s', (text, line) => {
  expect(lineOf(text, false)).toBe(line);
});

test.each([
  ['add task call bank friday p1', "add task 'call bank friday p1'"],
  ['Remind me to water the plants every monday', "add task 'water the plants every monday'"],
  ["todo don't forget", `add task 'don'\\''t forget'`],
  ['mark call bank as done', "done 'call bank'"],
  ['finished the report', "done 'the report'"],
  ["what's due tomorrow?", 'due tomorrow'],
  ['what do I have to do next week', "due 'next week'"],
  ['tasks for friday', 'due friday'],
  ['what is due on 3 december', "due 'on 3 december'"],
  ['what is due', 'due'],
  ['how many tasks', 'tasks | count'],
  ['show my p1 tasks', 'tasks | where priority = 1'],
  ['tasks tagged #home', 'tasks | where tags = home'],
  ['find the insurance letter', "find 'insurance letter'"],
  ['my notes', 'notes'],
  ['how much on food in May', "spent 'food in May'"],
  ['How much did I spend on groceries this year?', "spent 'groceries this year'"],
  ['what did I spend last month', "spent 'last month'"],
  ['how much have I spent at Markthalle', 'spent Markthalle'],
  ['How much was spent on rent in 2025?', "spent 'rent in 2025'"],
  ['what did I spend my money on last month', "spent -c 'last month'"],
  ['where did my money go', 'spent -c'],
  ['my expenses by category in May', "spent -c 'in May'"],
  ['how much did I earn in May', "received 'in May'"],
  ['my income this year', "received 'this year'"],
  ['how much money do I have?', 'balance -t'],
  ["what's my balance", 'balance'],
  ['how much is in my savings account', 'balance savings'],
  ['which projects use Rust?', 'projects | where stack ~ Rust'],
])('the owner’s “%s” is read as %s', (text, line) => {
  expect(lineOf(text, true)).toBe(line);
});

test.each(['how much on food in May', 'what is your balance', 'how much time do you have', 'where did your money go'])(
  'a visitor’s “%s” asks for nobody’s money',
  (text) => {
    expect(lineOf(text, false) ?? '').not.toMatch(/^(?:spent|received|balance)/);
  },
);

test('whatever a sentence holds, the line that it becomes can be read', () => {
  for (const text of [
    "projects with 'quotes' | rm",
    'projects $(date) `x`',
    'add task a > b && c',
    'find "half',
    'skills #hash',
    "how much on o'brien's $(x) | rm",
  ])
    for (const isOwner of [false, true]) {
      const line = lineOf(text, isOwner);
      if (line !== undefined) expect([line, parseLine(line).ok]).toEqual([line, true]);
    }
});
