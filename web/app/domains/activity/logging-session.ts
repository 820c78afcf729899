import { defineStoredValue } from '../../lib/stored-values.ts';

const storedSession = defineStoredValue<string>({
  key: 'activity_session_id',
  medium: 'session',
  clearedBy: 'sign-out',
  parse: (text) => (/^[0-9a-f]{32}$/.test(text) ? text : undefined),
  format: (session) => session,
});

/** The random id that the log's rows of one browser session share; it names no one and opens nothing. */
export function loggingSession(): string {
  const known = storedSession.read();
  if (known !== undefined) return known;
  const session = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
  storedSession.write(session);
  return session;
}
