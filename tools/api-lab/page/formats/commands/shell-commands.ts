/** Commands that a shell's text holds, each as its words: quotes are taken off, and variables stay as they stand. */
export type ShellCommands = readonly (readonly string[])[];

/** Whose quoting rules a text follows. */
export type Shell = 'bash' | 'cmd' | 'powershell';

/** Tells the shell by what no other one writes: the first quote, and how a line goes on. */
export function shellOf(text: string): Shell {
  if (/^\s*(?:\$\w+|Invoke-(?:WebRequest|RestMethod)|iwr|irm)\b/i.test(text)) return 'powershell';
  const [first = ''] = /\$'|'|\^"|"|[\^`\\]\r?\n/.exec(text) ?? [];
  if (first.startsWith('^')) return 'cmd';
  if (first.startsWith('`')) return 'powershell';
  // After other quotes, which more than one has, the end of a line tells.
  const [, ending] = /["'\w]\s+([\\^`])\r?\n/.exec(text) ?? [];
  if (ending !== undefined) return ending === '^' ? 'cmd' : ending === '`' ? 'powershell' : 'bash';
  return first === '"' && /^\s*\S*curl\.exe\s/i.test(text) && !text.includes("'") ? 'cmd' : 'bash';
}
