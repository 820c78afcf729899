import type { Setting } from './registry.ts';
import { settingSections } from './sections.ts';

const sectionTitles = new Map<string, string>(settingSections.map(({ id, title }) => [id, title]));

/** The settings in which every word of the query begins a word of title, hint, section or keywords; all for an empty one. */
export function findSettings(settings: readonly Setting[], query: string): readonly Setting[] {
  const wanted = wordsOf(query);
  return settings.filter((setting) => {
    const words = wordsOf([setting.title, setting.hint ?? '', sectionTitles.get(setting.section) ?? '', ...setting.keywords].join(' '));
    return wanted.every((word) => words.some((known) => known.startsWith(word)));
  });
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{Letter}\p{Number}]+/gu) ?? [];
}
