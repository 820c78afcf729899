import { afterEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { tabChannel } from './tab-channel.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const schema = z.object({ kind: z.literal('changed'), count: z.number() });

test('tabs hear each other, not themselves, and nothing that is no message of theirs', async () => {
  const [one, other] = [tabChannel('tab-channel-test', schema), tabChannel('tab-channel-test', schema)];
  const own: unknown[] = [];
  const heard: unknown[] = [];
  one.listen((message) => own.push(message));
  const stop = other.listen((message) => heard.push(message));
  const stranger = new BroadcastChannel('tab-channel-test');
  stranger.postMessage({ kind: 'changed', count: 'many' });
  stranger.close();
  one.tell({ kind: 'changed', count: 1 });
  await vi.waitFor(() => expect(heard).toEqual([{ kind: 'changed', count: 1 }]), { timeout: 30_000 });
  stop();
  const last = Promise.withResolvers<void>();
  other.listen(() => last.resolve());
  one.tell({ kind: 'changed', count: 2 });
  await last.promise;
  expect(heard).toHaveLength(1);
  expect(own).toEqual([]);
});

test('a browser without the channel has tabs that tell each other nothing', () => {
  vi.stubGlobal('BroadcastChannel', undefined);
  const channel = tabChannel('tab-channel-test', schema);
  expect(() => channel.tell({ kind: 'changed', count: 1 })).not.toThrow();
  expect(channel.listen(() => undefined)).toBeTypeOf('function');
});
