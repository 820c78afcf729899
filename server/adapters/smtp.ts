import { isIP, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { MailOutcome } from '@castellan/platform/auth/mails/mail-queue';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { SmtpServer } from '../mail/smtp-address.ts';
import type { Sockets } from './sockets.ts';

/** A mail as it goes over the line. The addresses are plain ones (`isPlainAddress`). */
export type SmtpMail = { readonly from: string; readonly to: string; readonly message: Uint8Array };

/** Hands a mail to a mail server. Never rejects. */
export type HandOver = (
  server: SmtpServer,
  mail: SmtpMail,
  steps: {
    /** Called when the server asks for the text, before its first byte. `false`: nothing is handed over. */
    readonly beforeText: () => Promise<boolean>;
    readonly signal: AbortSignal;
  },
) => Promise<MailOutcome>;

/** From the first packet to the last answer. */
const wholeMs = 30_000;

/** The most that a mail server says at once. */
const longestReply = 16 * 1024;

/**
 * Makes the way to mail servers: through the guard, as every connection of the server. `trusted`: certificates of further authorities, as
 * PEM, for tests.
 */
export function createHandOver(sockets: Sockets, options: { readonly trusted?: string; readonly wholeMs?: number } = {}): HandOver {
  return async (server, mail, { beforeText, signal }) => {
    const ending = AbortSignal.any([signal, AbortSignal.timeout(options.wholeMs ?? wholeMs)]);
    const opened = await open(sockets, server, ending);
    if (typeof opened === 'string') return { code: 'not_now', reply: opened };
    const progress = { isText: false };
    try {
      const reply = await converse(opened, { server, mail, beforeText, progress, trusted: options.trusted, ending });
      return { code: 'sent', reply: cleanReply(reply) };
    } catch (error) {
      return outcomeOf(error, progress.isText);
    } finally {
      opened.destroy();
    }
  };
}

async function open(sockets: Sockets, { host, port }: SmtpServer, signal: AbortSignal): Promise<Socket | string> {
  const admitted = await sockets.admit(host, signal);
  if (!admitted.ok) return failureTexts[admitted.failure.code];
  let failure: string = failureTexts.name_not_found;
  for (const address of admitted.value.slice(0, 3)) {
    const socket = await sockets.connect({ address, port }, { signal, timeoutMs: 10_000 });
    if (socket.ok) return socket.value;
    failure = failureTexts[socket.failure.code];
  }
  return failure;
}

const failureTexts = {
  name_not_found: 'The name of the mail server has no address.',
  address_refused: 'The mail server is in a network that TOOLS_ALLOW_CIDRS does not name.',
  connection_refused: 'The mail server refused the connection.',
  timed_out: 'The mail server did not answer in time.',
  aborted: 'The attempt was called off.',
  connection_failed: 'The connection to the mail server broke.',
} as const;

type Conversation = {
  readonly server: SmtpServer;
  readonly mail: SmtpMail;
  readonly beforeText: () => Promise<boolean>;
  readonly progress: { isText: boolean };
  readonly trusted: string | undefined;
  readonly ending: AbortSignal;
};

/** The whole exchange; resolves with what the server said when it took the mail. */
async function converse(socket: Socket, { server, mail, beforeText, progress, trusted, ending }: Conversation): Promise<string> {
  const { host, security, login } = server;
  const connection = new SMTPConnection({
    connection: socket,
    host,
    ...(isIP(host) === 0 ? { servername: host } : {}),
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    tls: { minVersion: 'TLSv1.2', ...(trusted === undefined ? {} : { ca: trusted }) },
    greetingTimeout: wholeMs,
    socketTimeout: wholeMs,
    maxResponseSize: longestReply,
    logger: false,
  });
  const broken = Promise.withResolvers<never>();
  broken.promise.catch(() => undefined);
  connection.on('error', broken.reject);
  connection.on('end', () => broken.reject(new Error('ended')));
  ending.addEventListener('abort', () => broken.reject(new Error('timed out')), { once: true });
  if (ending.aborted) broken.reject(new Error('timed out'));
  try {
    await Promise.race([new Promise<void>((resolve) => connection.connect(() => resolve())), broken.promise]);
    if (login !== undefined) await Promise.race([signIn(connection, login), broken.promise]);
    const text = Readable.from(textOf(mail.message, beforeText, progress), { objectMode: false });
    return await Promise.race([send(connection, mail, text), broken.promise]);
  } finally {
    connection.close();
  }
}

/** Read for the first time when the server has said that it wants the text. */
async function* textOf(message: Uint8Array, beforeText: () => Promise<boolean>, progress: { isText: boolean }) {
  if (!(await beforeText())) throw new Error('called off');
  progress.isText = true;
  yield message;
}

function signIn(connection: SMTPConnection, { user, password }: { readonly user: string; readonly password: string }): Promise<void> {
  return new Promise((resolve, reject) =>
    connection.login({ credentials: { user, pass: password } }, (error) => (error ? reject(error) : resolve())),
  );
}

function send(connection: SMTPConnection, { from, to }: SmtpMail, text: Readable): Promise<string> {
  return new Promise((resolve, reject) =>
    connection.send({ from, to: [to] }, text, (error, info) => (error ? reject(error) : resolve(info?.response ?? ''))),
  );
}

/**
 * What a failure means. Only a refusal of this mail (5xx to its sender, recipient or text) ends it: a wrong password or a certificate that
 * is not trusted is about the server, and may be mended before the link is too old.
 */
function outcomeOf(error: unknown, isText: boolean): MailOutcome {
  const { code, command, responseCode, response } = detailsOf(error);
  if (responseCode >= 500 && ['MAIL FROM', 'RCPT TO', 'DATA'].includes(command)) return { code: 'refused', reply: cleanReply(response) };
  if (responseCode >= 400) return { code: 'not_now', reply: cleanReply(response) };
  if (isText) return { code: 'unknown', reply: 'The connection broke before the mail server said whether it took the mail.' };
  if (code === 'ETLS') return { code: 'not_now', reply: 'The mail server offers no encryption (STARTTLS) that can be trusted.' };
  if (code === 'ETIMEDOUT' || (error instanceof Error && error.message === 'timed out')) {
    return { code: 'not_now', reply: failureTexts.timed_out };
  }
  return { code: 'not_now', reply: failureTexts.connection_failed };
}

function detailsOf(error: unknown) {
  const fields = (typeof error === 'object' && error !== null ? error : {}) as Readonly<Record<string, unknown>>;
  const text = (name: string) => (typeof fields[name] === 'string' ? fields[name] : '');
  return {
    code: text('code'),
    command: text('command'),
    response: text('response'),
    responseCode: typeof fields['responseCode'] === 'number' ? fields['responseCode'] : 0,
  };
}

/**
 * A mail server's words for the owner: one short line of visible characters. A filter may quote the link that it refuses, which must not
 * stay: whatever looks like an address or a token is left out.
 */
export function cleanReply(reply: string): string {
  const line = reply
    .slice(0, 2000)
    .replace(/https?:\S*/gi, '[link]')
    .replace(/[\w-]{24,}/g, '[…]')
    .replace(/\b\d{6}\b/g, '[…]')
    .replace(/[^\x20-\x7e\u00a0-\ufffd[\]…]+/g, ' ');
  return line.replace(/ {2,}/g, ' ').trim().slice(0, 200);
}
