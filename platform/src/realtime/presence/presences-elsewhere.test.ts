import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Presence, PresencesElsewhere } from './presences-elsewhere.ts';

const server = fc.constantFrom('a', 'b', 'c');
const topic = fc.constantFrom('realtime:x', 'realtime:y');
const ref = fc.constantFrom('1', '2', '3', '4', '5');
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('join' as const), server, topic, ref, replaced: fc.option(ref), size: fc.nat(40) }),
  },
  fc.record({ kind: fc.constant('leave' as const), server, ref }),
  fc.record({ kind: fc.constantFrom('list' as const, 'end' as const, 'forget' as const), server }),
  fc.record({ kind: fc.constant('silent' as const), sinceMs: fc.nat(60) }),
);

test('whatever servers say, clients that are told each change know who is there, nobody is told twice, and no bound is passed', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const known = new Map<string, Map<string, Presence>>();
      const limits = { servers: 2, presencesPerChannel: 4, characters: 150 };
      const elsewhere = new PresencesElsewhere(limits, (where, { joined, left }) => {
        const there = known.get(where) ?? new Map<string, Presence>();
        known.set(where, there);
        for (const { ref: gone } of left) expect(there.delete(gone)).toBe(true);
        for (const presence of joined) {
          expect(there.has(presence.ref)).toBe(false);
          there.set(presence.ref, presence);
        }
      });
      const heard = new Set<string>();
      for (const [atMs, said] of steps.entries()) {
        if (said.kind === 'silent') elsewhere.forgetSilent(said.sinceMs);
        else {
          elsewhere.hear(said.server, atMs);
          // References are a server's own.
          const own = (text: string) => `${said.server}-${text}`;
          if (said.kind === 'join') {
            const presence = { key: said.server, ref: own(said.ref), json: 'x'.repeat(said.size) };
            elsewhere.join(said.server, said.topic, presence, said.replaced === null ? undefined : own(said.replaced));
          } else if (said.kind === 'leave') elsewhere.leave(said.server, own(said.ref));
          else if (said.kind === 'list') elsewhere.beginList(said.server);
          else if (said.kind === 'end') elsewhere.endList(said.server);
          else elsewhere.forget(said.server);
        }
        const all = ['realtime:x', 'realtime:y'].map((where) => elsewhere.in(where));
        expect(all.map((there) => there.map(({ ref: there }) => there).sort())).toEqual(
          ['realtime:x', 'realtime:y'].map((where) => [...(known.get(where)?.keys() ?? [])].sort()),
        );
        for (const there of all) expect(there.length).toBeLessThanOrEqual(limits.presencesPerChannel);
        expect(all.flat().reduce((sum, { key, json }) => sum + key.length + json.length, 0)).toBeLessThanOrEqual(limits.characters);
        heard.clear();
        for (const { key } of all.flat()) heard.add(key);
        expect(heard.size).toBeLessThanOrEqual(limits.servers);
      }
    }),
  );
});

test('whom a list does not name is gone at its end, and a silent server with all of its own', () => {
  const gone: string[] = [];
  const elsewhere = new PresencesElsewhere({ servers: 5, presencesPerChannel: 5, characters: 1000 }, (_topic, { left }) =>
    gone.push(...left.map(({ ref }) => ref)),
  );
  elsewhere.hear('a', 1);
  for (const ref of ['a1', 'a2']) elsewhere.join('a', 'realtime:x', { key: ref, ref, json: '{}' }, undefined);
  elsewhere.beginList('a');
  elsewhere.join('a', 'realtime:x', { key: 'a2', ref: 'a2', json: '{}' }, undefined);
  elsewhere.endList('a');
  expect(gone).toEqual(['a1']);
  elsewhere.hear('b', 50);
  elsewhere.join('b', 'realtime:x', { key: 'b1', ref: 'b1', json: '{}' }, undefined);
  elsewhere.forgetSilent(2);
  expect(gone).toEqual(['a1', 'a2']);
  expect(elsewhere.in('realtime:x').map(({ ref }) => ref)).toEqual(['b1']);
});
