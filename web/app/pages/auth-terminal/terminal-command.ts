/** What the authentication terminal understands, with the line that `help` prints. */
export const terminalCommands = [
  { name: 'login', summary: 'sign in with e-mail, password and authenticator code or passkey' },
  { name: 'setup', summary: 'become the owner, with the link that the server printed' },
  { name: 'enrol', summary: 'add an authenticator to the account that is signed in' },
  { name: 'history', summary: 'list the commands typed so far' },
  { name: 'clear', summary: 'empty this screen' },
  { name: 'help', summary: 'show this list' },
] as const;

/** One of the terminal's commands. */
export type CommandName = (typeof terminalCommands)[number]['name'];

/** A line read as a command; `unknown` keeps nothing of it, since it may be a password typed into the wrong field. */
export type TypedCommand =
  | { readonly kind: 'command'; readonly name: CommandName }
  | { readonly kind: 'empty' }
  | { readonly kind: 'unknown' };

/** Reads a line by its first word, in any case. Whatever follows is not kept: no command takes a secret in the open. */
export function parseCommand(line: string): TypedCommand {
  const word = line.trim().split(/\s+/, 1)[0]?.toLowerCase() ?? '';
  if (word === '') return { kind: 'empty' };
  const command = terminalCommands.find(({ name }) => name === word);
  return command === undefined ? { kind: 'unknown' } : { kind: 'command', name: command.name };
}
