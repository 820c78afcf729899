import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { z } from 'zod';
import { readRuntime, testSettings } from '../support/running-server.ts';

/** A server that runs in a process together with others. */
export type HostedServer = { readonly url: string; readonly stop: () => Promise<void> };

/**
 * One process that runs a fresh server for each journey: loading the code takes ten times as long as starting a server. Servers share
 * nothing but the code, which keeps nothing of theirs outside of them.
 */
export type ServerHost = {
  readonly start: (dataFolder: string, environment: Readonly<Record<string, string>>) => Promise<HostedServer>;
  /** Ends the process; its servers must have ended. */
  readonly stop: () => Promise<void>;
};

/** What the process is asked for, by the number of a server. */
export const requestSchema = z.object({ id: z.number(), settings: z.record(z.string(), z.string()).optional() });

const answerSchema = z.object({ id: z.number(), url: z.string().optional(), failure: z.string().optional() });
export type HostAnswer = z.infer<typeof answerSchema>;

const root = join(import.meta.dirname, '..', '..');

/** Starts the process. Its environment is the usual one; what a server is told it is told by itself. */
export function startServerHost(): ServerHost {
  const child = fork(join(import.meta.dirname, 'server-host-program.ts'), {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: { ...readRuntime().environment, PATH: process.env['PATH'], NODE_ENV: 'production' },
    execArgv: [],
  });
  let complaints = '';
  child.stderr?.on('data', (chunk) => (complaints += String(chunk)));
  const waiting = new Map<number, PromiseWithResolvers<HostAnswer>>();
  child.on('message', (message) => {
    const answer = answerSchema.parse(message);
    const asked = waiting.get(answer.id);
    waiting.delete(answer.id);
    if (answer.failure === undefined) asked?.resolve(answer);
    else asked?.reject(new Error(answer.failure));
  });
  const exited = once(child, 'exit').then(() => {
    for (const asked of waiting.values()) asked.reject(new Error(`The process that runs the servers ended:\n${complaints}`));
  });
  const ask = (request: z.infer<typeof requestSchema>): Promise<HostAnswer> => {
    const asked = Promise.withResolvers<HostAnswer>();
    waiting.set(request.id, asked);
    if (child.connected) child.send(request);
    else asked.reject(new Error(`The process that runs the servers has ended:\n${complaints}`));
    return asked.promise;
  };
  let started = 0;
  return {
    start: async (dataFolder, environment) => {
      started += 1;
      const id = started;
      const { url = '' } = await ask({ id, settings: testSettings(dataFolder, environment) });
      return { url, stop: async () => void (await ask({ id })) };
    },
    stop: async () => {
      if (child.connected) child.disconnect();
      await exited;
    },
  };
}
