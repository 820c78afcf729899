import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLineBatch, createLog } from './log.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** A batch, and what it wrote, a piece for each system call. */
function open() {
  const pieces: string[] = [];
  return { pieces, ...createLineBatch((piece) => pieces.push(piece)) };
}

test('lines that come together are written together, 25 ms after the first of them', () => {
  const { pieces, write } = open();
  for (let line = 0; line < 5; line += 1) {
    write(`${line}\n`, false);
    vi.advanceTimersByTime(5);
  }
  expect(pieces).toEqual(['0\n1\n2\n3\n4\n']);
  write('5\n', false);
  vi.advanceTimersByTime(24);
  expect(pieces).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(pieces[1]).toBe('5\n');
});

test('a warning or an error is written at once, with what came before it', () => {
  const { pieces, write } = open();
  const log = createLog('debug', write);
  log.info('first');
  log.debug('second');
  log.error('third', { error: new Error('broken') });
  expect(pieces).toHaveLength(1);
  const events = pieces
    .join('')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).event);
  expect(events).toEqual(['first', 'second', 'third']);
});

test('whatever is written in whatever order comes out whole and in its order, and little waits', () => {
  const { pieces, write, flush } = open();
  let seed = 7;
  const next = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  let sent = '';
  for (let step = 0; step < 5000; step += 1) {
    const line = `${step} ${'x'.repeat(next(next(20) === 0 ? 9000 : 200))}\n`;
    sent += line;
    write(line, next(50) === 0);
    expect(sent.length - pieces.join('').length).toBeLessThan(32 * 1024);
    if (step % 500 === 0) pieces.splice(0, pieces.length, pieces.join(''));
    if (next(10) === 0) vi.advanceTimersByTime(next(40));
  }
  flush();
  expect(pieces.join('')).toBe(sent);
});

test.each([
  ['ends by itself', ''],
  ['is told to exit', 'process.exit(0);'],
  ['crashes', 'setImmediate(() => { throw new Error("crash"); });'],
])('a process that %s loses no line', async (_, ending) => {
  vi.useRealTimers();
  const program = `
    import { createLineBatch, createLog } from ${JSON.stringify(import.meta.resolve('./log.ts'))};
    const lines = createLineBatch((text) => process.stderr.write(text));
    process.on('exit', lines.flush);
    const log = createLog('info', lines.write);
    for (let line = 0; line < 100; line += 1) log.info('line ' + line);
    ${ending}`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: ['ignore', 'ignore', 'pipe'] });
  const [written] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  expect(written.match(/"event":"line \d+"/g)).toHaveLength(100);
});
