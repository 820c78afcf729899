import type { PlatformFunction } from '@castellan/platform/functions/functions-service';
import { refuse } from '../functions/function-answers.ts';
import type { DirectAnswer } from '../http/direct-answer.ts';
import type { Answer } from '../http/listener.ts';
import type { ServerHalf, ServerPorts } from './server-half.ts';

/** All halves at work. */
export type OpenHalves = {
  readonly functions: Readonly<Record<string, PlatformFunction>>;
  /** In the order of the halves. */
  readonly answers: readonly Answer[];
  readonly directAnswers: readonly DirectAnswer[];
  /** Closes each half, also where another one fails at it; rejects then. */
  readonly close: () => Promise<void>;
};

/** Puts the halves together over the same ports. Throws where two of them give a function the same name. */
export function openHalves(halves: readonly ServerHalf[], ports: Omit<ServerPorts, 'callFunction'>): OpenHalves {
  const functions = new Map<string, PlatformFunction>();
  const callFunction: ServerPorts['callFunction'] = async (name, request, call) =>
    functions.get(name)?.handle(request, call) ?? refuse(404, 'function_unknown', 'There is no such function.');
  const opened = halves.map((open) => open({ ...ports, callFunction }));
  for (const [name, called] of opened.flatMap((half) => Object.entries(half.functions))) {
    if (functions.has(name)) throw new Error(`Two functions of the server are called "${name}".`);
    functions.set(name, called);
  }
  return {
    functions: Object.fromEntries(functions),
    answers: opened.flatMap(({ answers = [] }) => answers),
    directAnswers: opened.flatMap(({ directAnswers = [] }) => directAnswers),
    close: async () => {
      const closed = await Promise.allSettled(opened.map(async ({ close }) => close?.()));
      const failure = closed.find(({ status }) => status === 'rejected');
      if (failure?.status === 'rejected') throw failure.reason;
    },
  };
}
