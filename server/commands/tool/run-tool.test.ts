import { succeed } from '@castellan/foundation/result';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineProbe, refuseInput, type Tool, type ToolPorts } from '../../tools/tool.ts';
import { runTool } from './run-tool.ts';

const finding = { id: 'one', severity: 'medium', title: 'One', evidence: '=1+1', why: 'Why.', fix: '' } as const;

const echo: Tool = {
  id: 'echo',
  schemaVersion: 3,
  usage: ['echo TARGET [--loud YES]'],
  flags: { loud: { type: 'string' } },
  probe: defineProbe({
    isActive: true,
    readTarget: (text) => (text === 'bad' ? refuseInput('Bad target.') : succeed(text.toLowerCase())),
    options: z.strictObject({ loud: z.enum(['yes']).optional() }),
    run: async ({ target, options, say }) => {
      say({ done: 0.5, doing: 'half' });
      return succeed({ verdict: `${target} ${options.loud ?? 'soft'}`, findings: [finding], seen: [1, 2] });
    },
  }),
  outputs: { xml: ({ target }) => `<target>${target}</target>\n` },
};

const words: Tool = {
  id: 'words',
  schemaVersion: 1,
  usage: ['words count FILE'],
  flags: { key: { type: 'string' } },
  command: (call) => {
    const [verb, path = ''] = call.words;
    if (verb !== 'count') return undefined;
    return (async () => {
      const input = await call.readInput(path);
      if (!input.ok) return input;
      return succeed({ target: path, verdict: `${new TextDecoder().decode(input.value).split(' ').length} words`, findings: [] });
    })();
  },
};

async function call(...given: readonly string[]) {
  const said = { out: '', err: '' };
  const code = await runTool(given, {
    tools: [echo, words],
    openPorts: () => ({ clock: { nowMs: () => 0 } }) as unknown as ToolPorts,
    readInput: async (path) => {
      if (path === '-' || path === 'there') return new TextEncoder().encode('Alpha beta');
      throw new Error('no such file');
    },
    print: (text) => {
      said.out += text;
    },
    tell: (text) => {
      said.err += text;
    },
    isTerminal: false,
    signal: new AbortController().signal,
  });
  return { code, ...said };
}

test('a report goes to standard output alone, and progress to standard error', async () => {
  const { code, out, err } = await call('echo', 'ABC', '--authorised', '--loud', 'yes', '--json');
  expect(code).toBe(0);
  expect(JSON.parse(out)).toEqual({
    tool: 'echo',
    schemaVersion: 3,
    target: 'abc',
    startedAt: '1970-01-01T00:00:00.000Z',
    durationMs: 0,
    verdict: 'abc yes',
    findings: [finding],
    seen: [1, 2],
  });
  expect(err).toBe(' 50 % half\n');
});

test.each([
  ['medium', 1],
  ['low', 1],
  ['high', 0],
])('--fail-on %s ends with %i', async (severity, expected) => {
  expect((await call('echo', 'a', '--authorised', '--fail-on', severity)).code).toBe(expected);
});

test.each([
  [[], 'Usage'],
  [['nobody', 'x'], 'There is no tool "nobody"'],
  [['echo', 'a'], '--authorised'],
  [['echo', 'bad', '--authorised'], 'Bad target.'],
  [['echo', 'a', '--authorised', '--loud', 'no'], 'Option loud'],
  [['echo', 'a', '--nothing'], '--nothing'],
  [['echo', 'a', '--authorised', '--fail-on', 'much'], '--fail-on'],
  [['echo', 'a', '--authorised', '--json', '--xml'], 'One kind of output'],
  [['echo', 'a', 'b', '--authorised'], 'Usage'],
  [['words', 'sing'], 'Usage'],
  [['words', 'count', 'absent'], 'absent cannot be read'],
])('%j could not run: 2, and a sentence', async (given, sentence) => {
  const { code, out, err } = await call(...given);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain(sentence);
});

test('a dash is standard input, for a target and for a file', async () => {
  expect(JSON.parse((await call('echo', '-', '--authorised', '--json')).out)).toMatchObject({ target: 'alpha beta' });
  expect(JSON.parse((await call('words', 'count', '-', '--json')).out)).toMatchObject({ tool: 'words', verdict: '2 words' });
});

test('other outputs: a tool’s own, CSV without formulas, Markdown', async () => {
  expect((await call('echo', 'a', '--authorised', '--xml')).out).toBe('<target>a</target>\n');
  expect((await call('echo', 'a', '--authorised', '--csv')).out).toContain('medium,One,"\'=1+1",Why.,');
  expect((await call('echo', 'a', '--authorised')).out).toContain('## medium: One');
  expect((await call('echo', '--help')).out).toContain('echo TARGET');
});
