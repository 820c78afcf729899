import { bookWords, type MediaPreset } from '../../../web/app/domains/media/preset.ts';
import { library } from '../manifest.ts';

/** The media app as this tool has it. */
export const libraryPreset: MediaPreset = { tool: library, kinds: ['book'], words: bookWords };
