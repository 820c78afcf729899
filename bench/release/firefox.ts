import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** A tab of the Firefox that the distribution has, driven by WebDriver BiDi (W3C). */
export type FirefoxTab = {
  /** Opens an address; rejects where nothing answers for it. */
  readonly open: (url: string) => Promise<void>;
  /** What an expression comes to in the page, awaited. */
  readonly read: (expression: string) => Promise<unknown>;
  /** Runs a function, given as its text, in each page before its own scripts. */
  readonly prepare: (script: string) => Promise<void>;
  /** Presses the keys of a text and Enter. */
  readonly enter: (text: string) => Promise<void>;
};

export type Firefox = {
  readonly version: string;
  readonly openTab: () => Promise<FirefoxTab>;
  readonly close: () => Promise<void>;
};

type Answer = {
  readonly type: string;
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: string;
  readonly message?: string;
};
type Send = (method: string, given?: object) => Promise<unknown>;

/** Enter, as WebDriver writes it. */
const enterKey = '\uE007';

/** Starts Firefox without a window and with a profile of its own; `undefined` where none is installed. */
export async function startFirefox(): Promise<Firefox | undefined> {
  const program = ['firefox-esr', 'firefox'].find((name) => spawnSync(name, ['--version']).status === 0);
  if (program === undefined) return undefined;
  const profile = mkdtempSync(join(tmpdir(), 'castellan-firefox-'));
  const child = spawn(program, ['--headless', '--no-remote', '--remote-debugging-port', '0', '--profile', profile], { stdio: 'ignore' });
  const close = async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill();
    await ended;
    rmSync(profile, { recursive: true, force: true });
  };
  const send = await connect(child, join(profile, 'WebDriverBiDiServer.json'));
  const session = (await send('session.new', { capabilities: {} })) as { readonly capabilities: { readonly browserVersion: string } };
  const openTab = async () => {
    const { context } = (await send('browsingContext.create', { type: 'tab' })) as { readonly context: string };
    return tabOf(send, context);
  };
  return { version: session.capabilities.browserVersion, openTab, close };
}

/** Firefox writes where it listens once it does. */
async function connect(child: ChildProcess, addressFile: string): Promise<Send> {
  while (!existsSync(addressFile)) {
    if (child.exitCode !== null) throw new Error('Firefox ended before it listened.');
    await pause(100);
  }
  const { ws_host: name, ws_port: port } = JSON.parse(readFileSync(addressFile, 'utf8')) as {
    readonly ws_host: string;
    readonly ws_port: number;
  };
  const socket = new WebSocket(`ws://${name}:${port}/session`);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', reject, { once: true });
  });
  const waiting = new Map<number, (answer: Answer) => void>();
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer;
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer);
  });
  let last = 0;
  return async (method, params = {}) => {
    last += 1;
    const id = last;
    const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params }));
    const answer = await answered;
    waiting.delete(id);
    if (answer.type === 'error') throw new Error(`${method}: ${answer.error}: ${answer.message}`);
    return answer.result;
  };
}

function tabOf(send: Send, context: string): FirefoxTab {
  return {
    open: async (url) => void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
    read: async (expression) => {
      const answer = await send('script.evaluate', { expression, target: { context }, awaitPromise: true });
      return (answer as { readonly result?: { readonly value?: unknown } }).result?.value;
    },
    prepare: async (functionDeclaration) => void (await send('script.addPreloadScript', { functionDeclaration, contexts: [context] })),
    enter: async (text) => {
      const keys = [...text, enterKey].flatMap((value) => ['keyDown', 'keyUp'].map((type) => ({ type, value })));
      await send('input.performActions', { context, actions: [{ type: 'key', id: 'keys', actions: keys }] });
    },
  };
}
