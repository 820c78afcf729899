import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { startChromium } from '../open-site.ts';
import type { Strokes } from './type-queries.ts';

const viteSchema = z.looseObject({ build: z.custom<(options: object) => Promise<unknown>>((value) => typeof value === 'function') });
const strokesSchema = z.object({ mean: z.number(), worst: z.number() });
const answerSchema = z.object({ value: z.unknown().optional(), failure: z.string().optional() });

/** A Worker in Chromium that answers measurements. */
export type Bench = {
  /** What one measurement gave, and for how long the page was kept from doing anything meanwhile, in milliseconds. */
  readonly ask: (side: 'ours' | 'bitwarden', name: string) => Promise<{ readonly value: unknown; readonly blockedMs: number }>;
  /** Hands the page the Worker's list of 10,000 and types queries there: the first time in code that has not run before. */
  readonly typeQueries: () => Promise<Strokes>;
  readonly close: () => Promise<void>;
};

const types: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.wasm': 'application/wasm' };

/** Bundles bench/vault/in-browser.ts, starts it in a Worker, with the peer's files beside it. */
export async function openBench(bitwardenFolder: string): Promise<Bench> {
  const folder = mkdtempSync(join(tmpdir(), 'castellan-vault-bench-'));
  // The bundler is the web app's: the code that is measured comes out of it as the product's does.
  const vite = createRequire(join(import.meta.dirname, '..', '..', 'web', 'package.json')).resolve('vite');
  await viteSchema.parse({ ...(await import(pathToFileURL(vite).href)) }).build({
    configFile: false,
    logLevel: 'error',
    root: import.meta.dirname,
    build: {
      ...{ outDir: folder, emptyOutDir: true, target: 'es2023' },
      rolldownOptions: { input: join(import.meta.dirname, 'page.ts'), output: { entryFileNames: 'page.js' } },
    },
    worker: { format: 'es' },
  });
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://bench').pathname;
    const file = path.startsWith('/bitwarden/') ? join(bitwardenFolder, path.slice(11)) : join(folder, path.slice(1));
    if (path === '/')
      return response
        .setHeader('content-type', 'text/html')
        .end('<!doctype html><title>bench</title><script type="module" src="/page.js"></script>');
    if (!existsSync(file)) return response.writeHead(404).end();
    response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream').end(readFileSync(file));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const browser = await startChromium();
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const workers = await page.evaluateHandle((): { readonly ours: Worker; readonly bitwarden: Worker } =>
    Reflect.get(globalThis, 'vaultBench'),
  );
  return {
    ask: async (side, name) => {
      const { answer, blockedMs } = await workers.evaluate(
        async (targets, question) => {
          const { port1, port2 } = new MessageChannel();
          let isDone = false;
          let [last, blocked] = [performance.now(), 0];
          const beat = () => {
            const now = performance.now();
            // A timer of the page comes after at least 4 ms; what is longer is work, or the machine's.
            blocked = Math.max(blocked, now - last);
            last = now;
            if (!isDone) setTimeout(beat);
          };
          setTimeout(beat);
          const reply = new Promise<unknown>((resolve) => {
            port1.onmessage = ({ data }) => resolve(data);
          });
          targets[question.side].postMessage(question, [port2]);
          const got = await reply;
          isDone = true;
          return { answer: got, blockedMs: blocked };
        },
        { side, name },
      );
      const { value, failure } = answerSchema.parse(answer);
      if (failure !== undefined) throw new Error(`${side}, ${name}: ${failure}`);
      return { value, blockedMs };
    },
    typeQueries: async () =>
      strokesSchema.parse(
        await workers.evaluate(async ({ ours }) => {
          const { port1, port2 } = new MessageChannel();
          const reply = new Promise<unknown>((resolve) => {
            port1.onmessage = ({ data }) => resolve(data.value);
          });
          ours.postMessage({ side: 'ours', name: 'list' }, [port2]);
          return Reflect.get(globalThis, 'typeQueries')(await reply);
        }),
      ),
    close: async () => {
      await browser.close();
      server.close();
      server.closeAllConnections();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
