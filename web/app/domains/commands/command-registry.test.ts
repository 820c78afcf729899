import { expect, test } from 'vitest';
import type { Command } from './command.ts';
import { createCommandRegistry } from './command-registry.ts';

const command = (id: string, title = id): Command => ({ id, title, group: 'Action', keywords: '', run: () => undefined });
const titles = (commands: readonly Command[]) => commands.map(({ title }) => title);

test('what is offered is there until it is taken out, and of one id the one offered last counts', () => {
  const registry = createCommandRegistry();
  registry.offer({ read: () => [command('a'), command('b')] });
  const stop = registry.offer({ read: () => [command('b', 'a better b')], keyLists: [{ title: 'Here', keys: [] }] });
  expect(titles(registry.read())).toEqual(['a', 'a better b']);
  expect(registry.keyLists()).toHaveLength(1);
  stop();
  expect(titles(registry.read())).toEqual(['a', 'b']);
  expect(registry.keyLists()).toHaveLength(0);
});

test('listeners are told of a source that changes by itself; nobody listens to it while nobody listens here', () => {
  const registry = createCommandRegistry();
  let list = [command('one')];
  const sourceListeners = new Set<() => void>();
  registry.offer({
    read: () => list,
    subscribe: (listener) => {
      sourceListeners.add(listener);
      return () => sourceListeners.delete(listener);
    },
  });
  expect(sourceListeners.size).toBe(0);
  let told = 0;
  const stop = registry.subscribe(() => {
    told += 1;
  });
  expect(registry.read()).toBe(registry.read());
  list = [command('two')];
  for (const listener of sourceListeners) listener();
  expect([told, titles(registry.read())]).toEqual([1, ['two']]);
  stop();
  expect(sourceListeners.size).toBe(0);
  // Unheard, the change is seen all the same.
  list = [];
  expect(registry.read()).toEqual([]);
});

test('looked at twice before anybody listens, the lists are the same ones, and nothing is kept of them afterwards', async () => {
  const registry = createCommandRegistry();
  const gathered = { count: 0 };
  const list = [command('one')];
  registry.offer({
    read: () => {
      gathered.count += 1;
      return list;
    },
    keyLists: [{ title: 'Here', keys: [] }],
  });
  expect(registry.read()).toBe(registry.read());
  expect(registry.keyLists()).toBe(registry.keyLists());
  const before = registry.read();
  await Promise.resolve();
  list.push(command('two'));
  expect(titles(registry.read())).toEqual(['one', 'two']);
  expect(registry.read()).not.toBe(before);
  registry.subscribe(() => undefined)();
  const { count } = gathered;
  registry.read();
  expect(gathered.count).toBe(count + 1);
});
