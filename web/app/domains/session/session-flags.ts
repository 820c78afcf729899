import { defineStoredValue } from '../../lib/stored-values.ts';

function defineFlag(key: 'auth_terminal_completed' | 'auth_login_logged_once') {
  return defineStoredValue<true>({
    key,
    medium: 'session',
    clearedBy: 'sign-out',
    parse: (text) => (text === 'true' ? true : undefined),
    format: String,
  });
}

/** That the owner went through the terminal in this browser session (spec §5). It shows pages; it opens no data. */
export const terminalCompleted = defineFlag('auth_terminal_completed');

/** That this browser session has its sign-in row already. */
export const signInLogged = defineFlag('auth_login_logged_once');
