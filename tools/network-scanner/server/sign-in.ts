import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { exchangeBytes } from '../../../server/tools/exchange-bytes.ts';
import { bigEndian } from '../knowledge/listeners/recognised.ts';
import type { OpenPort, SignIn } from '../knowledge/scan-facts.ts';
import { ftpRequests, isReadyForUser, isWholeFtpReply, readFtpSignIn, wantsPassword } from '../knowledge/sign-ins/ftp-sign-in.ts';
import {
  isWholeLdapAnswer,
  maxLdapBytes,
  readAnonymousBind,
  readContexts,
  showsEntry,
  writeAnonymousBind,
  writeContextsSearch,
  writeEntrySearch,
  writeUnbind,
} from '../knowledge/sign-ins/ldap-sign-in.ts';
import { type SignInPort, signInAt, snmpPort } from '../knowledge/sign-ins/sign-in-ports.ts';
import { readPublicGet, writePublicGet } from '../knowledge/sign-ins/snmp-sign-in.ts';
import { type AskingContext, type FoundPort, openLine } from './open-line.ts';

/** How long an answer is waited for; four round trips come on top. Servers may look up a client's name before they answer. */
const answerMs = 5_000;
/** How often an agent is asked that says nothing, and how long each time. */
const snmpTries = 3;
const snmpAnswerMs = 1_000;

/**
 * Tries to sign in without credentials on the open ports of one host that speak FTP or LDAP, and by SNMP: `USER anonymous`, a bind
 * without a name, the community `public`. Nothing else is tried, and nothing that a service holds is kept. Never rejects.
 */
export async function trySignIns(address: string, open: readonly OpenPort[], context: AskingContext): Promise<readonly SignIn[]> {
  const ports = open.flatMap((port) => {
    const at = signInAt(port);
    return at === undefined ? [] : [{ port: port.port, ...at }];
  });
  const tried = await Promise.all([...ports.map((one) => tryPort({ address, port: one.port }, one, context)), trySnmp(address, context)]);
  return tried.flatMap((one) => one ?? []);
}

async function tryPort(found: FoundPort, { service, isSecure }: SignInPort, context: AskingContext): Promise<SignIn> {
  const said = { service, port: found.port };
  const line = await openLine(found, context);
  if (line === undefined) return { ...said, outcome: 'unclear', said: 'no connection' };
  const timeoutMs = answerMs + 4 * context.roundTripMs;
  try {
    const socket = isSecure ? await secure(line, timeoutMs, context) : line;
    if (socket === undefined) return { ...said, outcome: 'unclear', said: 'no TLS session' };
    return { ...said, ...(service === 'ftp' ? await signInByFtp(socket, timeoutMs) : await bindByLdap(socket, timeoutMs)) };
  } finally {
    line.destroy();
  }
}

async function secure(line: Socket, timeoutMs: number, { name, ports }: AskingContext): Promise<Socket | undefined> {
  const opened = await ports.tlsSessions.open(line, { ...(name === undefined ? {} : { serverName: name }), timeoutMs });
  return opened.ok ? opened.value.socket : undefined;
}

type Outcome = Pick<SignIn, 'outcome' | 'said' | 'reads'>;

async function signInByFtp(socket: Socket, timeoutMs: number): Promise<Outcome> {
  const reading = { isWhole: isWholeFtpReply, maxBytes: 8_192, timeoutMs };
  const greeting = await exchangeBytes(socket, new Uint8Array(), reading);
  if (!isReadyForUser(greeting)) return { outcome: 'unclear', said: greeting.length === 0 ? 'no response' : 'not ready for a user' };
  const toUser = await exchangeBytes(socket, ftpRequests.user, reading);
  const last = wantsPassword(toUser) ? await exchangeBytes(socket, ftpRequests.password, reading) : toUser;
  if (!socket.destroyed) socket.end(ftpRequests.end);
  return readFtpSignIn(last);
}

async function bindByLdap(socket: Socket, timeoutMs: number): Promise<Outcome> {
  const ask = (id: number, request: Uint8Array) =>
    exchangeBytes(socket, request, { isWhole: isWholeLdapAnswer(id), maxBytes: maxLdapBytes, timeoutMs });
  const bound = readAnonymousBind(await ask(1, writeAnonymousBind(1)), 1);
  if (bound.outcome !== 'accepted') return bound;
  const contexts = readContexts(await ask(2, writeContextsSearch(2)), 2);
  let reads = false;
  for (const [index, context] of contexts.entries()) {
    const id = index + 3;
    reads ||= showsEntry(await ask(id, writeEntrySearch(id, context)), id);
  }
  if (!socket.destroyed) socket.end(writeUnbind(9));
  return { ...bound, reads };
}

/** `undefined` where the host says that nothing listens there. */
async function trySnmp(address: string, { ports, signal, roundTripMs }: AskingContext): Promise<SignIn | undefined> {
  const id = bigEndian(ports.randomBytes(3), 0, 3) + 1;
  const { promise, resolve } = Promise.withResolvers<Outcome | 'closed'>();
  const line = ports.sockets.datagrams(
    { address, port: snmpPort },
    {
      onMessage: (bytes) => {
        const read = readPublicGet(bytes, id);
        if (read !== undefined) resolve(read);
      },
      onFailure: ({ code }) => resolve(code === 'refused' ? 'closed' : { outcome: 'unclear', said: 'no way there' }),
    },
  );
  const settled = new AbortController();
  const waiting = AbortSignal.any([signal, settled.signal]);
  void promise.then(() => settled.abort());
  for (let tries = 0; tries < snmpTries && !waiting.aborted; tries += 1) {
    line.send(writePublicGet(id));
    await wait(snmpAnswerMs + 4 * roundTripMs, undefined, { signal: waiting }).catch(() => undefined);
  }
  resolve({ outcome: 'unclear', said: 'no response' });
  line.close();
  const outcome = await promise;
  return outcome === 'closed' ? undefined : { service: 'snmp', port: snmpPort, ...outcome };
}
