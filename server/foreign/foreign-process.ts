import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join, resolve } from 'node:path';
import { type Order, type Reply, replySchema, type Ways } from './foreign-task.ts';
import { createFrameReader, writeFrame } from './frames.ts';

/** What a process may take, and what it may say. */
export type ProcessLimits = {
  /** Of JavaScript's own heap, and of everything that lies in memory. */
  readonly heapMiB: number;
  readonly residentMiB: number;
  readonly maxJsonBytes: number;
  readonly maxBytes: number;
  /** A process that says nothing for so long while it has work is stuck. */
  readonly silentMs: number;
};

/** Why a process is no more: `ended` by the pool, `stuck`, out of `memory`, or `broken` (it ended by itself, or said what it may not). */
export type ProcessEnd = 'ended' | 'stuck' | 'memory' | 'broken';

/** One process for foreign bytes. */
export type ForeignProcess = {
  readonly order: (order: Order, bytes?: Uint8Array) => void;
  /** Ends it at once, whatever it does. Nothing is heard of it afterwards. */
  readonly kill: (why: ProcessEnd) => void;
  /** Watches that it says something; while it has no work it need not. */
  readonly watch: (isWorking: boolean) => void;
  readonly ended: Promise<void>;
};

type Listener = {
  readonly onReply: (reply: Exclude<Reply, { readonly kind: 'ready' | 'beat' }>, bytes: Uint8Array<ArrayBuffer>) => void;
  /** `said` is the end of what it complained of. */
  readonly onEnd: (why: ProcessEnd, said: string) => void;
};

const root = join(import.meta.dirname, '..', '..');

/** Less than the server's: what serves the site goes first. */
const lowerPriority = 5;

/** Processor time, in seconds, after which the system ends it: also where nobody watches any more, because the server was killed. */
const longestCpuSeconds = 1800;

const lookEveryMs = 1000;

/** Of the environment only what the operator says of certificates, and what a program needs to start. */
const passedOn = ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR', 'NODE_ENV', 'TZ', 'SystemRoot'];

/**
 * Starts a process that can be given tasks. It may read the program's own files, and reach the network; it can write nothing but its
 * compile cache, start nothing and load no native code, and is told no secret. It runs under the server's own user, and the permission
 * model gates no signals: so neither the server nor its launcher opens a debugger at one (`--disable-sigusr1`).
 */
export function startForeignProcess(ways: Ways, limits: ProcessLimits, listener: Listener): ForeignProcess {
  const child = spawnProgram(limits);
  let said = '';
  let hasEnded = false;
  let lastWordMs = Number.POSITIVE_INFINITY;
  const looking = setInterval(() => {
    if (performance.now() - lastWordMs > limits.silentMs) kill('stuck');
    else if (residentMiB(child.pid) > limits.residentMiB) kill('memory');
  }, lookEveryMs);
  looking.unref();
  const finish = (why: ProcessEnd) => {
    if (hasEnded) return;
    hasEnded = true;
    clearInterval(looking);
    listener.onEnd(why, said.trim());
  };
  const kill = (why: ProcessEnd) => {
    child.kill('SIGKILL');
    finish(why);
  };
  const take = createFrameReader(limits, ({ message, bytes }) => {
    const reply = replySchema.parse(message);
    if (lastWordMs !== Number.POSITIVE_INFINITY) lastWordMs = performance.now();
    if (!hasEnded && reply.kind !== 'ready' && reply.kind !== 'beat') listener.onReply(reply, bytes);
  });
  child.stdout?.on('data', (chunk: Buffer) => {
    if (hasEnded) return;
    try {
      take(chunk);
    } catch {
      kill('broken');
    }
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString('latin1')).slice(-2000);
  });
  // A process that died says so by its end.
  child.stdin?.on('error', () => {});
  const ended = new Promise<void>((resolve) => {
    child.once('close', resolve).once('error', () => resolve());
  });
  void ended.then(() => finish(/heap out of memory/.test(said) ? 'memory' : 'broken'));
  const order = (given: Order, bytes?: Uint8Array) => {
    for (const part of writeFrame(given, bytes)) child.stdin?.write(part);
  };
  order({ kind: 'open', ...ways });
  return {
    order,
    kill,
    watch: (isWorking) => {
      if (!isWorking) lastWordMs = Number.POSITIVE_INFINITY;
      else if (lastWordMs === Number.POSITIVE_INFINITY) lastWordMs = performance.now();
    },
    ended,
  };
}

function spawnProgram({ heapMiB }: ProcessLimits): ChildProcess {
  const { nodeFlags } = runtime();
  const cache = compileCache();
  const mayRead = ['server', 'platform', 'packages', 'tools', 'node_modules', 'package.json'].map((name) => join(root, name));
  const command = [
    process.execPath,
    ...nodeFlags,
    `--max-old-space-size=${heapMiB}`,
    '--permission',
    ...[...mayRead, ...cache].map((path) => `--allow-fs-read=${path}`),
    // Not the server's own: what is compiled there runs with its rights.
    ...cache.map((path) => `--allow-fs-write=${path}`),
    join(import.meta.dirname, 'foreign-program.ts'),
  ];
  // A lookup of the system's holds a thread until it has an answer, also when nobody waits for it any more.
  const environment: NodeJS.ProcessEnv = { MALLOC_ARENA_MAX: '1', UV_THREADPOOL_SIZE: '64' };
  for (const name of passedOn) if (process.env[name] !== undefined) environment[name] = process.env[name];
  for (const path of cache) environment['NODE_COMPILE_CACHE'] = path;
  const limited = process.platform === 'win32' ? command : ['/bin/sh', '-c', `ulimit -t ${longestCpuSeconds}; exec "$@"`, 'sh', ...command];
  const [program = process.execPath, ...words] = limited;
  const child = spawn(program, words, { stdio: ['pipe', 'pipe', 'pipe'], env: environment, cwd: root });
  try {
    if (child.pid !== undefined) setPriority(child.pid, lowerPriority);
  } catch {
    // It works without.
  }
  return child;
}

function runtime(): { readonly nodeFlags: readonly string[] } {
  return JSON.parse(readFileSync(join(root, 'server', 'runtime.json'), 'utf8')) as { readonly nodeFlags: readonly string[] };
}

function compileCache(): readonly string[] {
  const path = process.env['NODE_COMPILE_CACHE'];
  return path === undefined ? [] : [resolve(root, `${path}-foreign`)];
}

/** What lies in memory of a process, in MiB; 0 where the system does not tell. */
function residentMiB(pid: number | undefined): number {
  try {
    const [, pages = '0'] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ');
    return (Number(pages) * 4096) / 1024 / 1024;
  } catch {
    return 0;
  }
}
