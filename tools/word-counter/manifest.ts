import type { ToolManifest } from '../tool.ts';

/** Word Counter: what routes, cards and commands need to know of it. */
export const wordCounter = {
  id: 'word-counter',
  title: 'Word Counter',
  summary: 'Words, characters, limits and readability of a text, as you type. The text stays in this browser.',
  icon: 'text-aa',
  audience: 'public',
  terminal: { command: 'word-counter', aliases: ['words'] },
  stores: { word_counter_text: 'The text in Word Counter' },
} as const satisfies ToolManifest;
