import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

type Ports = readonly (readonly [name: string, port: number])[];

/** Where the hosts listen on 127.0.0.1, each by what it does. The DNS server answers each question with another message. */
export type HostilePorts = Readonly<Record<'heads' | 'banners' | 'services' | 'records' | 'pages' | 'feeds' | 'certificates', Ports>> & {
  readonly dns: number;
};

/** Starts the hosts of `host-program.ts`. */
export async function openHostileHosts(): Promise<{ readonly ports: HostilePorts; readonly close: () => Promise<unknown> }> {
  const worker = new Worker(join(import.meta.dirname, 'host-program.ts'));
  const [ports] = (await once(worker, 'message')) as [HostilePorts];
  return { ports, close: () => worker.terminate() };
}
