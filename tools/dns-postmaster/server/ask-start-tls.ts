import type { Socket } from 'node:net';
import { cleanText } from '@castellan/exports/plain-text';
import { isoTime } from '@castellan/probes/iso-time';
import type { SocketFailure } from '../../../server/adapters/sockets.ts';
import { certificateDays, parseCertificate } from '../../../server/tools/certificates.ts';
import { exchangeBytes } from '../../../server/tools/exchange-bytes.ts';
import type { ToolPorts } from '../../../server/tools/tool.ts';
import type { StartTls } from '../knowledge/mx.ts';

const lineMs = 4_000;

/** What a server said, and the certificates that it showed, its own first; none without a session. */
export type StartTlsSeen = { readonly startTls: StartTls; readonly chain: readonly Uint8Array<ArrayBuffer>[] };

/** Greets a mail server, asks for TLS (RFC 3207), and looks at the session. No mail is sent. */
export async function askStartTls(
  { host, address, port }: { readonly host: string; readonly address: string; readonly port: number },
  ports: Pick<ToolPorts, 'sockets' | 'tlsSessions'>,
  signal: AbortSignal,
): Promise<StartTlsSeen> {
  const without = (startTls: StartTls): StartTlsSeen => ({ startTls, chain: [] });
  const opened = await ports.sockets.connect({ address, port }, { signal, timeoutMs: lineMs });
  if (!opened.ok) return without(describeFailure(opened.failure));
  const socket = opened.value;
  const refusal = await agreeOnTls(socket);
  if (refusal !== undefined) {
    socket.destroy();
    return without(refusal);
  }
  const session = await ports.tlsSessions.open(socket, { serverName: host, timeoutMs: lineMs });
  if (!session.ok)
    return without({
      kind: 'refused',
      reason: `STARTTLS is accepted, and the TLS handshake fails (${cleanText(session.failure.reason, 60)}).`,
    });
  const { chain, distrust = '', protocol } = session.value;
  session.value.socket.destroy();
  const [leaf] = chain;
  if (leaf === undefined) return without({ kind: 'refused', reason: 'STARTTLS is accepted, and no certificate is presented.' });
  const [certificate] = parseCertificate(leaf);
  if (certificate === undefined) return without({ kind: 'refused', reason: 'STARTTLS is accepted, and the certificate cannot be parsed.' });
  const matchesName = certificate.checkHost(host) !== undefined;
  const validTo = isoTime(certificateDays(certificate).toMs);
  return { startTls: { kind: 'offered', protocol, distrust: cleanText(distrust), matchesName, validTo }, chain };
}

function describeFailure({ code }: SocketFailure): StartTls {
  if (code === 'address_refused') return { kind: 'untried', reason: 'The address is not public, and TOOLS_ALLOW_CIDRS does not name it.' };
  if (code === 'connection_refused') return { kind: 'silent', reason: 'Port 25 refuses connections.' };
  return { kind: 'silent', reason: code === 'timed_out' ? 'Port 25 does not answer in time.' : 'Port 25 cannot be reached.' };
}

/** Nothing where TLS may begin; otherwise what was said in its place. */
async function agreeOnTls(socket: Socket): Promise<StartTls | undefined> {
  const ask = async (line: string) => {
    const answer = await exchangeBytes(socket, new TextEncoder().encode(line), {
      isWhole: isWholeReply,
      maxBytes: 16_384,
      timeoutMs: lineMs,
    });
    return new TextDecoder().decode(answer);
  };
  const greeting = await ask('');
  if (!greeting.startsWith('220'))
    return {
      kind: 'silent',
      reason: greeting === '' ? 'The server sends no greeting.' : `The greeting is "${cleanText(greeting.trim(), 80)}".`,
    };
  const offers = await ask('EHLO postmaster.invalid\r\n');
  if (!/^250[- ]STARTTLS\s*$/im.test(offers)) return { kind: 'refused', reason: 'The reply to EHLO does not offer STARTTLS.' };
  const answer = await ask('STARTTLS\r\n');
  return answer.startsWith('220')
    ? undefined
    : { kind: 'refused', reason: `STARTTLS is offered, and answered with "${cleanText(answer.trim(), 80)}".` };
}

/** A reply's last line has a space behind its number. */
function isWholeReply(bytes: Uint8Array): boolean {
  return /(?:^|\n)\d{3}(?: [^\n]*)?\r?\n$/.test(new TextDecoder().decode(bytes));
}
