import { createServer } from 'node:net';

/** Whether a program could listen there now. */
export async function isPortFree(host: string, port: number): Promise<boolean> {
  const probe = createServer();
  const isListening = await new Promise<boolean>((resolve) => {
    probe.once('error', () => resolve(false));
    probe.listen({ host, port }, () => resolve(true));
  });
  probe.close();
  return isListening;
}
