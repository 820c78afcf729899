import { browserTimer } from '../../../lib/clock.ts';
import { defineStoredValue } from '../../../lib/stored-values.ts';

/** Entries that are remembered: the ones used last. */
const most = 200;

/** When entries were last used in this browser: by their ids, which name nothing, the latest first. The activity log knows as much. */
export const storedUses = defineStoredValue<string>({
  key: 'vault_last_used',
  medium: 'local',
  clearedBy: 'sign-out',
  parse: (text) => text,
  format: (text) => text,
});

let known: { readonly text: string; readonly uses: ReadonlyMap<string, number> } = { text: '', uses: new Map() };

/** Ids with milliseconds since 1970; the same map until another use is kept. */
export function readUses(): ReadonlyMap<string, number> {
  const text = storedUses.read() ?? '';
  if (known.text !== text) known = { text, uses: new Map(text.split('\n').flatMap(useOf)) };
  return known.uses;
}

/** An entry was viewed or copied now. */
export function keepUse(id: string): void {
  const uses = new Map(
    [[id, browserTimer.nowMs()], ...[...readUses()].filter(([other]) => other !== id)].slice(0, most) as [string, number][],
  );
  storedUses.write([...uses].map(([one, atMs]) => `${one} ${atMs}`).join('\n'));
}

function useOf(line: string): readonly (readonly [string, number])[] {
  const [id = '', at = ''] = line.split(' ');
  const atMs = Number(at);
  return id !== '' && Number.isSafeInteger(atMs) && atMs > 0 ? [[id, atMs]] : [];
}
