import type { Button } from '@castellan/games/buttons';
import { defineStoredValue } from '../../lib/stored-values.ts';

/** What a key can do in a game. */
export type GameAction = Button | 'pause';

/** The keys of each action, by their place on the keyboard (`KeyboardEvent.code`), so that another layout has them where they are. */
export type GameKeys = Readonly<Record<GameAction, readonly string[]>>;

export const gameActions: readonly GameAction[] = ['up', 'left', 'down', 'right', 'strike', 'pause'];

export const actionNames: Readonly<Record<GameAction, string>> = {
  up: 'Up',
  left: 'Left',
  down: 'Down',
  right: 'Right',
  strike: 'Strike',
  pause: 'Pause',
};

export const defaultKeys: GameKeys = {
  up: ['ArrowUp', 'KeyW'],
  left: ['ArrowLeft', 'KeyA'],
  down: ['ArrowDown', 'KeyS'],
  right: ['ArrowRight', 'KeyD'],
  strike: ['Space'],
  pause: ['KeyP', 'Escape'],
};

/** The keys that this visitor chose; absent while they are the usual ones. */
export const storedKeys = defineStoredValue<GameKeys>({
  key: 'game_keys',
  medium: 'local',
  clearedBy: 'nothing',
  parse: parseKeys,
  format: (keys) => JSON.stringify(keys),
});

/** What a key does; nothing where no action has it. */
export function actionOfKey(keys: GameKeys, code: string): GameAction | undefined {
  return gameActions.find((action) => keys[action].includes(code));
}

/** The keys after an action was given one key alone: whatever had it before loses it. */
export function withKey(keys: GameKeys, action: GameAction, code: string): GameKeys {
  const without = (one: GameAction) => keys[one].filter((known) => known !== code);
  const of = (one: GameAction) => (one === action ? [code] : without(one));
  return { up: of('up'), left: of('left'), down: of('down'), right: of('right'), strike: of('strike'), pause: of('pause') };
}

/** A key as it is printed on a keyboard. */
export function keyLabel(code: string): string {
  return code.replace(/^Key|^Digit|^Arrow(?=Up|Down|Left|Right)/, '').replace(/^Numpad/, 'Pad ');
}

function parseKeys(text: string): GameKeys | undefined {
  try {
    const read: unknown = JSON.parse(text);
    const of = (action: GameAction) => codesOf(read, action);
    return { up: of('up'), left: of('left'), down: of('down'), right: of('right'), strike: of('strike'), pause: of('pause') };
  } catch {
    return undefined;
  }
}

function codesOf(read: unknown, action: GameAction): readonly string[] {
  const codes: unknown = typeof read === 'object' && read !== null ? Reflect.get(read, action) : undefined;
  if (!Array.isArray(codes)) throw new TypeError('there are no keys of this action');
  return codes.filter((code): code is string => typeof code === 'string' && /^\w{1,30}$/.test(code)).slice(0, 4);
}
