import { defineStoredValue } from '../../lib/stored-values.ts';
import type { PlateName } from '../../ui/plate/plate-geometry.ts';

/** The engravings that can be the wallpaper. */
export const wallpapers = ['application', 'cyber', 'system'] as const satisfies readonly PlateName[];

/** Which engraving lies behind the windows. */
export const storedWallpaper = defineStoredValue<PlateName>({
  key: 'desktop_wallpaper',
  medium: 'local',
  clearedBy: 'nothing',
  parse: (text) => wallpapers.find((name) => name === text),
  format: String,
});

/** The paths of the open windows in the order in which they were opened, in this tab. */
export const storedOrder = defineStoredValue<readonly string[]>({
  key: 'desktop_order',
  medium: 'session',
  clearedBy: 'sign-out',
  parse: (text) => text.split(';'),
  format: (paths) => paths.join(';'),
});

/** The windows as they stood last, as the address writes them. */
export const storedLayout = defineStoredValue<string>({
  key: 'desktop_layout',
  medium: 'local',
  clearedBy: 'sign-out',
  parse: (text) => text,
  format: String,
});
