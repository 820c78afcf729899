import { expect, test } from 'vitest';
import { answerJson } from '../functions/function-answers.ts';
import { ownerRead } from '../functions/owner-function.ts';
import { makeTestCall } from '../functions/test-call.ts';
import { openHalves } from './open-halves.ts';
import type { OpenHalf, ServerPorts } from './server-half.ts';

/** No half of these tests takes any other port. */
const ports = { clock: { nowMs: () => 42 } } as unknown as ServerPorts;
const request = () => new Request('http://castellan.test/functions/v1/any');

const time = ({ clock }: Pick<ServerPorts, 'clock'>): OpenHalf => ({
  functions: { time: ownerRead(async () => answerJson(clock.nowMs())) },
});

test('halves get the ports that they name, and reach each other’s functions in any order', async () => {
  const asking = ({ callFunction }: Pick<ServerPorts, 'callFunction'>): OpenHalf => ({
    functions: { asking: ownerRead(async (call) => callFunction('time', request(), call)) },
  });
  const { functions } = openHalves([asking, time], ports);
  expect(Object.keys(functions).sort()).toEqual(['asking', 'time']);
  expect(await (await functions['asking']?.handle(request(), makeTestCall()))?.json()).toBe(42);
});

test('a function that there is not is 404 to another half', async () => {
  const asking = ({ callFunction }: Pick<ServerPorts, 'callFunction'>): OpenHalf => ({
    functions: { asking: ownerRead(async (call) => callFunction('nobody', request(), call)) },
  });
  const { functions } = openHalves([asking], ports);
  expect((await functions['asking']?.handle(request(), makeTestCall()))?.status).toBe(404);
});

test('two functions of one name stop the start', () => {
  expect(() => openHalves([time, time], ports)).toThrow('Two functions of the server are called "time".');
});

test('every half is closed, also where one of them fails at it', async () => {
  const closed: string[] = [];
  const half = (name: string, close: () => Promise<void>) => () => ({
    functions: {},
    close: () => {
      closed.push(name);
      return close();
    },
  });
  const { close } = openHalves([half('a', () => Promise.reject(new Error('a row was not written'))), half('b', async () => {})], ports);
  await expect(close()).rejects.toThrow('a row was not written');
  expect(closed).toEqual(['a', 'b']);
});
