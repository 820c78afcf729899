import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cpuNowMs } from '../../../../../tests/support/cpu-time.ts';
import { askSampleOf, sampleAsk } from '../../../testing/sample-ask.ts';
import { answerQuestion } from './answer-question.ts';
import asked from './recruiter-questions.json' with { type: 'json' };

const content = sampleAsk;

type Judged = {
  readonly number: number;
  readonly question: string;
  readonly text: string;
  readonly wrong: readonly string[];
  readonly invented: boolean;
};

function judge({
  number,
  question,
  accept,
  reject,
  source,
  unsaid,
}: (typeof asked.questions)[number] & { readonly unsaid?: boolean }): Judged {
  const answer = answerQuestion(question, content, asked.asked);
  const text = answer?.lines.join('\n') ?? '';
  const holds = (words: string) => text.toLowerCase().includes(words.toLowerCase());
  const saysSo = asked.unsaid.some(holds);
  const missing = accept.filter((alternatives) => !alternatives.some(holds)).map((alternatives) => `lacks ${alternatives.join(' or ')}`);
  const forbidden = reject.filter(holds).map((words) => `says ${words}`);
  const isSourced =
    source.includes('none') ||
    (answer?.sources.some(({ field }) =>
      source.some((one) => field.replace(/^profiles\./, '').startsWith(one.replace(/^profile\./, ''))),
    ) ??
      false);
  const wrong = [
    ...missing,
    ...forbidden,
    ...(unsaid === true && !saysSo ? ['does not say that the site is silent'] : []),
    ...(isSourced ? [] : [`has the sources ${answer?.sources.map(({ field }) => field).join(', ')}, not ${source.join(' or ')}`]),
  ];
  return { number, question, text, wrong, invented: forbidden.length > 0 || (unsaid === true && text !== '' && !saysSo) };
}

const judged = asked.questions.map(judge);

test('at least 85 of 100 questions of recruiters are answered rightly, with their source', () => {
  expect(judged).toHaveLength(100);
  const wrong = judged.filter((one) => one.wrong.length > 0);
  expect(100 - wrong.length, JSON.stringify(wrong, null, 1)).toBeGreaterThanOrEqual(85);
});

test('of 100 questions of recruiters none is answered with what the content does not say', () => {
  expect(judged.filter(({ invented }) => invented)).toEqual([]);
});

test('the document tells each of the 100 questions with the answer that it has', async () => {
  const parts = asked.questions.map(({ number, question }) => {
    const { lines = [], sources = [] } = answerQuestion(question, content, asked.asked) ?? {};
    const from = [...new Set(sources.map(({ title, address }) => `[${title}] ${address}`))].map((one) =>
      one.replace(/^\[(.*)\] (.*)$/, '$1 (`$2`)'),
    );
    return [
      `${number}. **${question}**`,
      ...lines.map((line) => `   - ${line}`),
      ...(from.length === 0 ? [] : [`   - *From:* ${from.join(', ')}`]),
    ].join('\n');
  });
  await expect([...documentHead, ...parts, ''].join('\n')).toMatchFileSnapshot('../../../../../docs/recruiter-questions.md');
});

const documentHead = [
  '# A hundred questions of recruiters',
  '',
  'Without a language model the AI terminal answers from the content alone, by fixed rules (`web/app/domains/assistant/answerer`). These questions, and what an accepted answer must say, were written before the rules and without looking at them. A test judges each answer, and demands at least 85 right and none invented. The answers below are those for the sample content on 15 November 2026; `vitest run web/app/domains/assistant/answerer --update=all` writes them again.',
  '',
];

const pool = [
  ...new Set(
    `${asked.questions.map(({ question }) => question).join(' ')} ${content.work.map(({ name, summary }) => `${name} ${summary}`).join(' ')} ${content.projects
      .map(({ name, keywords }) => `${name} ${keywords.join(' ')}`)
      .join(' ')} 2016 1999 zebra Kotlin ünïcode 🌱 <b> $(x) constructor __proto__`.split(/\s+/),
  ),
];
const questions = fc.array(fc.constantFrom(...pool), { maxLength: 14 }).map((words) => words.join(' '));

test('whatever is asked, the same question has the same answer, and each thing that was said names a page of the site', () => {
  fc.assert(
    fc.property(questions, (question) => {
      const answer = answerQuestion(question, content, asked.asked);
      expect(answerQuestion(question, content, asked.asked)).toEqual(answer);
      if (answer === undefined) return;
      expect(answer.lines.length).toBeGreaterThan(0);
      expect(answer.lines.filter((line) => line.trim() === '' || /undefined|NaN|\[object/.test(line))).toEqual([]);
      expect(answer.isUnsaid || answer.sources.length > 0).toBe(true);
      for (const { address, title } of answer.sources)
        expect([address, title]).toEqual([expect.stringMatching(/^\//), expect.stringMatching(/./)]);
    }),
    { numRuns: 150 },
  );
});

test('whatever is asked, a number in an answer stands in the content or in the question, or counts posts, years and months', () => {
  const known = `${JSON.stringify(content)} /cv`;
  fc.assert(
    fc.property(questions, (question) => {
      for (const line of answerQuestion(question, content, asked.asked)?.lines ?? []) {
        const rest = line
          .replaceAll(/\b\d+ (?:years?|months?)\b/g, '')
          .replace(/^\d+: /, '')
          .replace(/^PGP fingerprint: .*/, '');
        for (const number of rest.match(/\d+/g) ?? [])
          expect([line, known.includes(number) || question.includes(number)]).toEqual([line, true]);
      }
    }),
    { numRuns: 150 },
  );
});

test('a number of pages of text is answered or refused without work that grows with it', () => {
  const long = `${'what about Rust and which zebra, how long '.repeat(20_000)}?`;
  const before = cpuNowMs();
  answerQuestion(long, content, asked.asked);
  expect(cpuNowMs() - before).toBeLessThan(1_000);
});

test('another owner’s site answers with nothing of the first, in another script too', () => {
  const other = askSampleOf('tests/second-person', []);
  const answers = asked.questions.map(({ question }) => answerQuestion(question, other, asked.asked)?.lines.join(' ') ?? '');
  expect(answers.filter((text) => /Halyard|Varga|ada@|OSCP|Budapest|Rosette/.test(text) && !/does not/.test(text))).toEqual([]);
  expect(answerQuestion('where do you work now?', other, asked.asked)?.lines[0]).toContain('Национален център');
  expect(answerQuestion('Are you certified?', other, asked.asked)?.isUnsaid).toBe(true);
});
