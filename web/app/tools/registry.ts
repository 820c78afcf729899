import { productivity } from './productivity/manifest.ts';
import { settings } from './settings/manifest.ts';
import type { ToolManifest } from './tool.ts';

/** Every tool, in display order. The only list: routes, cards, icons and commands read it. */
export const tools = [productivity, settings] as const satisfies readonly ToolManifest[];
