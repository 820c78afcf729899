import { bytesOf, latin } from '../listeners/recognised.ts';
import type { SignIn } from '../scan-facts.ts';

/** What anonymous FTP is (RFC 1635): this user, and an address for a password. */
export const ftpRequests = {
  user: bytesOf('USER anonymous\r\n'),
  password: bytesOf('PASS anonymous@example.com\r\n'),
  end: bytesOf('QUIT\r\n'),
} as const;

type Reply = { readonly code: number; readonly text: string };

/** The reply that has come whole: its last line has the code and a space (RFC 959 §4.2). */
function readReply(bytes: Uint8Array): Reply | undefined {
  const lines = latin(bytes.subarray(0, 4_096)).split('\n');
  const last = lines.slice(0, -1).find((line) => /^\d{3} /.test(line));
  return last === undefined ? undefined : { code: Number(last.slice(0, 3)), text: last.slice(4) };
}

/** Whether a reply has come whole. */
export function isWholeFtpReply(bytes: Uint8Array): boolean {
  return readReply(bytes) !== undefined;
}

/** Whether a server is ready for a user. */
export function isReadyForUser(greeting: Uint8Array): boolean {
  return readReply(greeting)?.code === 220;
}

/** Whether a server that was told the user wants the password too. */
export function wantsPassword(answer: Uint8Array): boolean {
  return readReply(answer)?.code === 331;
}

/** What the last reply of an attempt means; the server's own words stay behind, as banners do where a report is shared. Total. */
export function readFtpSignIn(answer: Uint8Array): Pick<SignIn, 'outcome' | 'said'> {
  const reply = readReply(answer);
  if (reply === undefined) return { outcome: 'unclear', said: 'no response' };
  const { code, text } = reply;
  if (code === 230) return { outcome: 'accepted', said: '230 logged in' };
  // It may let in whoever comes by TLS.
  if (code === 534 || /\b(?:TLS|SSL|encrypt\w{0,8})\b/i.test(text)) return { outcome: 'unclear', said: `${code}, TLS is required first` };
  return code === 530 || code === 331 || code === 332
    ? { outcome: 'refused', said: String(code) }
    : { outcome: 'unclear', said: `reply code ${code}` };
}
