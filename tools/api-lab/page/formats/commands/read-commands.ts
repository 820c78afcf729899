import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { ApiRequest } from '../../model.ts';
import type { ImportFailure } from '../read-postman.ts';
import { bashCommands } from './bash-words.ts';
import { cmdCommands } from './cmd-words.ts';
import { type PowerShellValue, powerShellCommands } from './powershell-script.ts';
import { type ReadCommand, readCurl } from './read-curl.ts';
import { isInvoke, readInvoke } from './read-invoke.ts';
import { shellOf } from './shell-commands.ts';

/** Whether a text begins as commands do that are read here: curl, or a PowerShell script with a web request in it. */
export function isCommands(text: string): boolean {
  return isCurl(/^(?:\$\s+)?(\S+)\s/.exec(text)?.[1] ?? '') || (/^(?:\$\w|invoke-|iwr\s|irm\s)/i.test(text) && invokes.test(text));
}

const invokes = /\b(?:Invoke-(?:WebRequest|RestMethod)|iwr|irm)\b/i;

function isCurl(word: string): boolean {
  return /^(?:\S*[/\\])?curl(?:\.exe)?$/i.test(word);
}

/**
 * Reads commands as a shell does, and each curl or Invoke-WebRequest as a request; the shell is told by its quotes. What else stands
 * there is left out by name.
 */
export function readCommands(
  given: string,
): Result<{ readonly requests: readonly ApiRequest[]; readonly leftOut: readonly string[] }, ImportFailure> {
  const text = given.trim().replace(/^\$\s+/, '');
  const commands = parsed(text);
  if (commands === 'too deep') return refuse('This is nested too deeply.');
  if (commands === undefined) return refuse('A quote is not closed.');
  const requests: ApiRequest[] = [];
  const leftOut: string[] = [];
  for (const command of commands) {
    if (command.read === undefined) {
      leftOut.push(`The command ${command.name.slice(0, 60)}`);
      continue;
    }
    const read = command.read();
    if (!read.ok) return read;
    requests.push(read.value.request);
    leftOut.push(...read.value.leftOut);
  }
  return requests.length === 0 ? refuse('This does not begin with curl.') : succeed({ requests, leftOut: [...new Set(leftOut)] });
}

/** A command by its first word; without `read` it makes no request. */
type Command = { readonly name: string; readonly read: (() => Result<ReadCommand, ImportFailure>) | undefined };

function parsed(text: string): readonly Command[] | 'too deep' | undefined {
  try {
    return commandsOf(text);
  } catch (error) {
    if (error instanceof RangeError) return 'too deep';
    throw error;
  }
}

function commandsOf(text: string): readonly Command[] | undefined {
  const shell = shellOf(text);
  if (shell === 'powershell') return powerShellCommands(text)?.map(ofPowerShell);
  return (shell === 'cmd' ? cmdCommands(text) : bashCommands(text))?.map((words) => {
    const [name = ''] = words;
    return { name, read: isCurl(name) ? () => readCurl(words) : undefined };
  });
}

function ofPowerShell(words: readonly PowerShellValue[]): Command {
  const [name = ''] = words.map((word) => (word.kind === 'text' ? word.text : ''));
  if (isInvoke(words)) return { name, read: () => readInvoke(words) };
  if (!isCurl(name)) return { name, read: undefined };
  return { name, read: () => readCurl(words.map((word) => (word.kind === 'text' ? word.text : ''))) };
}

function refuse(message: string): Result<never, ImportFailure> {
  return fail({ code: 'unreadable', message });
}
