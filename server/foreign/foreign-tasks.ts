import { randomBytes } from 'node:crypto';
import type { BlockList } from 'node:net';
import { systemClock } from '@castellan/foundation/clock';
import { createDns } from '../adapters/dns.ts';
import { createEgress } from '../adapters/egress.ts';
import { createEgressStreams } from '../adapters/egress-stream.ts';
import { createSockets, resolveBy, resolveBySystem } from '../adapters/sockets.ts';
import { tlsSessions } from '../adapters/tls-sessions.ts';
import type { ToolPorts, ToolProgress } from '../tools/tool.ts';
import type { ForeignTask, PlainRequest } from './foreign-task.ts';
import { type ForeignAnswer, type Made, rowsAtOnce } from './reader.ts';
import { readers, rowsReaders, streamReaders } from './reader-list.ts';

type Given = {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly signal: AbortSignal;
  readonly say: (value: unknown, bytes?: Uint8Array) => void;
};

/** Does a task. Rejects only where our own code is at fault. */
export type Tasks = (task: ForeignTask, given: Given) => Promise<Made<unknown>>;

/** How often a tool's progress is told on: its job writes it down as often. */
const progressMs = 400;

/** The tasks, over ways to the outside that are guarded as the server's are. */
export function openTasks(allowedNetworks: BlockList, dnsServer: string | undefined): Tasks {
  const resolve = dnsServer === undefined ? resolveBySystem : resolveBy(dnsServer);
  const egress = createEgress({ allowedNetworks, resolve });
  const streams = createEgressStreams({ allowedNetworks, resolve });
  const ports: ToolPorts = {
    sockets: createSockets({ allowedNetworks, resolve }),
    tlsSessions,
    egress,
    dns: createDns({ allowedNetworks, server: dnsServer }),
    clock: systemClock,
    randomBytes: (count) => new Uint8Array(randomBytes(count)),
  };
  const send = ({ hasBody, ...request }: PlainRequest, { bytes, signal }: Given) =>
    egress.send({ ...request, signal, ...(hasBody ? { body: bytes } : {}) });
  return async (task, given) => {
    switch (task.name) {
      case 'run-tool':
        return { value: await runTool(task, given, ports) };
      case 'send': {
        const answer = await send(task.request, given);
        if (!answer.ok) return { value: answer };
        const { status, headers, body } = answer.value;
        return { value: { ok: true, value: { status, headers } }, bytes: body };
      }
      case 'fetch': {
        const answer = await send(task.request, given);
        if (!answer.ok) return { value: answer };
        const made = await read(task.reader, answer.value, task.options);
        return { ...made, value: { ok: true, value: made.value } };
      }
      case 'read':
        return read(task.reader, { status: 200, headers: {}, body: given.bytes }, task.options);
      case 'read-rows':
        return { value: readRows(task.reader, given) };
      case 'stream': {
        const reader = streamReaders.find(({ name }) => name === task.reader);
        if (reader === undefined) throw new Error(`there is no reader of streams called "${task.reader}"`);
        const request = { ...task.request, signal: given.signal };
        return { value: await streams.stream(request, (answer) => reader.read(answer, task.options as never, (line) => given.say(line))) };
      }
    }
  };
}

async function read(name: string, answer: ForeignAnswer, options: unknown): Promise<Made<unknown>> {
  const reader = readers.find((one) => one.name === name);
  if (reader === undefined) throw new Error(`there is no reader called "${name}"`);
  return reader.read(answer, options as never);
}

function readRows(name: string, { bytes, say }: Given): unknown {
  const reader = rowsReaders.find((one) => one.name === name);
  if (reader === undefined) throw new Error(`there is no reader of rows called "${name}"`);
  let rows: unknown[] = [];
  const tell = () => {
    if (rows.length > 0) say(rows);
    rows = [];
  };
  const value = reader.read(bytes, (row) => {
    if (rows.push(row) === rowsAtOnce) tell();
  });
  tell();
  return value;
}

type ToolTask = Extract<ForeignTask, { readonly name: 'run-tool' }>;

async function runTool({ tool: id, target, options }: ToolTask, { signal, say }: Given, ports: ToolPorts): Promise<unknown> {
  // Read by the first process that runs one: who only fetches a cover does without the tools.
  const [{ runProbe }, { toolList }] = await Promise.all([import('../tools/tool.ts'), import('../tools/tool-list.ts')]);
  const tool = toolList.find((one) => one.id === id);
  if (tool?.probe === undefined) throw new Error(`there is no tool called "${id}"`);
  let newest: ToolProgress | undefined;
  const telling = setInterval(() => {
    if (newest !== undefined) say(newest);
    newest = undefined;
  }, progressMs);
  try {
    const onFault = (error: Error) => say({ fault: (error.stack ?? error.message).slice(0, 2000) });
    const keepNewest = (progress: ToolProgress) => {
      newest = progress;
    };
    const given = { ports, signal, say: keepNewest, onFault };
    return await runProbe({ ...tool, probe: tool.probe }, { target, options }, given);
  } finally {
    clearInterval(telling);
  }
}
