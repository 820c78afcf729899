import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { freemem } from 'node:os';
import { createEgress } from '../adapters/egress.ts';
import { networksFrom } from '../adapters/egress-address.ts';
import { isPortFree } from '../adapters/free-port.ts';
import { createSockets, type Sockets } from '../adapters/sockets.ts';
import { madeAtOf } from '../backups/backup-names.ts';
import { findLivingHolder } from '../database/data-lock.ts';
import { describeSettings, findStrangeSettings, type Settings } from '../settings.ts';
import { type Finding, fine } from './finding.ts';
import { judgeBackups, judgeClock, judgeMemory, judgeProxySettings, judgePublicAnswer } from './judge-machine.ts';

const patienceMs = 5_000;

/** Names that look like settings and are none. */
export function lookAtSettings(environment: Readonly<Record<string, string | undefined>>): readonly Finding[] {
  const set = describeSettings(environment).filter(({ from }) => from === 'environment').length;
  const strange = findStrangeSettings(environment);
  if (strange.length === 0)
    return [fine('environment', `${set} set in the environment, the rest as they are by default. npm run config lists them.`)];
  return [
    {
      name: 'environment',
      state: 'warning',
      found: `There is no such setting: ${strange.join(', ')}.`,
      advice: 'Correct the name, or take it out.',
    },
  ];
}

/** Memory that a new process could have. */
export async function lookAtMemory(): Promise<readonly Finding[]> {
  // Linux counts what its caches would give back; elsewhere what is free is all that is known.
  const told = await readFile('/proc/meminfo', 'utf8').catch(() => '');
  const [, kibibytes] = /^MemAvailable:\s+(\d+) kB$/m.exec(told) ?? [];
  return [judgeMemory(kibibytes === undefined ? freemem() : Number(kibibytes) * 1024)];
}

/** Whether a server runs on the data folder and answers, or its port is free. */
export async function lookAtServer({ host, port, dataFolder, database }: Settings): Promise<readonly Finding[]> {
  const isRunning = database === undefined && findLivingHolder(dataFolder) !== undefined;
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  const url = `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
  const answer = await ask(`${url}/readyz`);
  if (answer !== undefined && isOurs(answer.body))
    return answer.status === 200
      ? [fine('server', `It runs, and ${url}/readyz says ready.`)]
      : [
          {
            name: 'server',
            state: 'failure',
            found: `It runs, and ${url}/readyz answers ${answer.status}: ${answer.body.slice(0, 80)}`,
            advice: 'See disk and database.',
          },
        ];
  if (answer !== undefined || !(await isPortFree(host, port)))
    return [
      {
        name: 'server',
        state: 'failure',
        found: `Another program listens at ${host}, port ${port}.`,
        advice: 'Stop it, or set PORT to another one.',
      },
    ];
  if (isRunning)
    return [
      {
        name: 'server',
        state: 'warning',
        found: `A process holds ${dataFolder}, and nothing answers at ${url}.`,
        advice: 'It may be starting, or have another PORT or HOST than this command was given.',
      },
    ];
  return [{ name: 'server', state: 'not looked at', found: `No server runs here. Port ${port} is free.`, advice: undefined }];
}

/** What the settings say of a proxy, and whether the public address leads here. */
export async function lookAtPublicAddress({ host, publicUrl, trustedProxies }: Settings): Promise<readonly Finding[]> {
  const ofSettings = judgeProxySettings({ host, publicUrl, trustsProxies: trustedProxies.rules.length > 0 });
  if (publicUrl === undefined) return [ofSettings];
  const answer = await ask(`${publicUrl}/healthz`);
  if (answer === undefined)
    return [
      ofSettings,
      {
        name: 'public address',
        state: 'failure',
        found: `${publicUrl} cannot be reached from here.`,
        advice:
          'Look at the name, the certificate and the firewall. A site that is not reached from its own machine may be reached by others: try it from elsewhere.',
      },
    ];
  const judged = judgePublicAnswer(publicUrl, { ...answer, isOurs: isOurs(answer.body) });
  const date = answer.date === undefined ? Number.NaN : Date.parse(answer.date);
  return Number.isNaN(date) ? [ofSettings, judged] : [ofSettings, judged, judgeClock(date - Date.now(), publicUrl)];
}

/** The newest backup of a folder; `undefined`: none was named. */
export function lookAtBackups(folder: string | undefined, nowMs: number): readonly Finding[] {
  if (folder === undefined)
    return [
      {
        name: 'backups',
        state: 'not looked at',
        found: 'No folder was named, and backups have no schedule.',
        advice: 'Give them one (npm run backup -- --schedule daily …), or name their folder: npm run doctor -- --backups FOLDER',
      },
    ];
  if (!existsSync(folder)) return [judgeBackups(folder, undefined, nowMs)];
  const made = readdirSync(folder).flatMap((name) => madeAtOf(name) ?? []);
  return [judgeBackups(folder, made.toSorted((one, other) => other.getTime() - one.getTime())[0], nowMs)];
}

/** Whether the mail server can be connected to. It is told nothing: a test mail is another thing. */
export async function lookAtMail({ mail, allowedNetworks }: Settings): Promise<readonly Finding[]> {
  if (mail === undefined)
    return [
      { name: 'mail', state: 'not looked at', found: 'SMTP_URL is not set: mails wait for whoever passes them on.', advice: undefined },
    ];
  const { host, port } = mail.server;
  if (await isReached(createSockets({ allowedNetworks }), host, port)) return [fine('mail', `${host}, port ${port}, can be connected to.`)];
  return [
    {
      name: 'mail',
      state: 'failure',
      found: `${host}, port ${port}, cannot be connected to.`,
      advice:
        'Mails are tried again until their links expire. Look at SMTP_URL and the firewall; a private network wants TOOLS_ALLOW_CIDRS.',
    },
  ];
}

/** Whether the hosts that the settings name can be connected to, by the server's own rules. They are told nothing. */
export async function lookAtFeeds(
  settings: readonly { readonly variable: string; readonly value: string }[],
  allowedNetworks: Settings['allowedNetworks'],
): Promise<readonly Finding[]> {
  const sockets = createSockets({ allowedNetworks });
  const named = settings.filter(
    ({ variable, value }) => /_URL$/.test(variable) && !/^(DATABASE|PUBLIC)_/.test(variable) && /^https?:/.test(value),
  );
  const tried = await Promise.all(
    named.map(async ({ variable, value }) => {
      const { hostname, port, protocol } = new URL(value.replace('{host}', 'example.org'));
      const wanted = Number(port) || (protocol === 'https:' ? 443 : 80);
      return (await isReached(sockets, hostname.replace(/^\[|\]$/g, ''), wanted)) ? undefined : `${variable} (${hostname})`;
    }),
  );
  const away = tried.filter((one) => one !== undefined);
  if (away.length === 0) return [fine('feeds', `All ${named.length} services that the settings name can be connected to.`)];
  return [
    {
      name: 'feeds',
      state: 'warning',
      found: `${away.length} of ${named.length} cannot be connected to: ${away.join(', ')}.`,
      advice: 'What they feed says so on its page. Set one to off if it is not wanted.',
    },
  ];
}

async function isReached(sockets: Sockets, host: string, port: number): Promise<boolean> {
  const signal = AbortSignal.timeout(patienceMs);
  const admitted = await sockets.admit(host, signal);
  const [address] = admitted.ok ? admitted.value : [];
  if (address === undefined) return false;
  const opened = await sockets.connect({ address, port }, { signal, timeoutMs: patienceMs });
  if (opened.ok) opened.value.destroy();
  return opened.ok;
}

/** For the installation's own addresses, which its operator chose: none is refused. */
const everyNetwork = () => networksFrom(['Subnet: IPv4 0.0.0.0/0', 'Subnet: IPv6 ::/0']);

async function ask(url: string) {
  const sent = await createEgress({ allowedNetworks: everyNetwork() }).send({ url, timeoutMs: patienceMs, maxBodyBytes: 4096 });
  if (!sent.ok) return undefined;
  const { status, headers, body } = sent.value;
  return {
    status,
    body: body.toString('utf8'),
    date: headers.date,
    hasTransportSecurity: headers['strict-transport-security'] !== undefined,
  };
}

/** Whether it is what `/healthz` and `/readyz` answer. */
function isOurs(body: string): boolean {
  return /^\{"status":"(alive|ready|database away|nothing can be written)"\}$/.test(body);
}
