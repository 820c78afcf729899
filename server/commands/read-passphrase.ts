import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { CommandError } from './run-command.ts';

/**
 * A passphrase, asked for at the terminal without an echo, or the first line of standard input where that is no terminal. It stands in no
 * argument list and in no history.
 */
export async function readPassphrase(question: string): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).split(/\r?\n/)[0] ?? '';
  process.stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true, historySize: 0 });
  try {
    return await new Promise<string>((resolve, reject) => {
      lines.question('', resolve);
      lines.once('SIGINT', () => reject(new CommandError('Nothing was done.')));
      lines.once('close', () => reject(new CommandError('There was no passphrase.')));
    });
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}
