import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { CommandError } from './run-command.ts';

/** Where a passphrase is asked for. */
type Terminal = { readonly input: NodeJS.ReadStream; readonly output: NodeJS.WritableStream };

/**
 * A passphrase, asked for at the terminal without an echo, or the first line of standard input where that is no terminal. It stands in no
 * argument list and in no history. The question is put once the terminal echoes nothing.
 */
export async function readPassphrase(question: string, terminal?: Terminal): Promise<string> {
  const { input, output } = terminal ?? { input: process.stdin, output: process.stderr };
  if (!input.isTTY) return (await text(input)).split(/\r?\n/)[0] ?? '';
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output: silent, terminal: true, historySize: 0 });
  try {
    return await new Promise<string>((resolve, reject) => {
      lines.question('', resolve);
      lines.once('SIGINT', () => reject(new CommandError('Nothing was done.')));
      lines.once('close', () => reject(new CommandError('There was no passphrase.')));
      output.write(question);
    });
  } finally {
    lines.close();
    output.write('\n');
  }
}
