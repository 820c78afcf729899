import { mediaLive } from '../../../web/app/domains/media/media-live.ts';
import type { ToolLive } from '../../tool-live.ts';

/** What Library does live. */
export const libraryLive: ToolLive = mediaLive({ prefix: '=', noun: 'book' }, async () => (await import('./preset.ts')).libraryPreset);
