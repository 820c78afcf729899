import { isApple } from './palette-key.ts';

/** The keys of a command as this machine's keyboard calls them, one name for each key to press: `g o` is two, `Mod+K` one. */
export function keyNames(keys: string, platform: string): readonly string[] {
  return keys.split(' ').map((key) => key.replace('Mod+', isApple(platform) ? '⌘' : 'Ctrl '));
}
