/** How a callout looks: the colour that it shares with others, and the sign in front of its title. */
type CalloutLook = { readonly tone: 'plain' | 'good' | 'mind' | 'bad' | 'quiet'; readonly sign: string };

const looks: readonly (readonly [names: string, tone: CalloutLook['tone'], sign: string])[] = [
  ['note', 'plain', '✎'],
  ['abstract summary tldr', 'plain', '≡'],
  ['info', 'plain', 'i'],
  ['todo', 'plain', '☐'],
  ['tip hint important', 'good', '✦'],
  ['success check done', 'good', '✓'],
  ['question help faq', 'mind', '?'],
  ['warning caution attention', 'mind', '▲'],
  ['failure fail missing', 'bad', '✕'],
  ['danger error', 'bad', '◆'],
  ['bug', 'bad', '✱'],
  ['example', 'quiet', '›'],
  ['quote cite', 'quiet', '”'],
];

const byName = new Map(looks.flatMap(([names, tone, sign]) => names.split(' ').map((name) => [name, { tone, sign }] as const)));

/** The look of a type of callout (https://help.obsidian.md/callouts); one that nobody knows looks like a note. */
export function calloutLook(type: string): CalloutLook {
  return byName.get(type) ?? { tone: 'plain', sign: '✎' };
}

/** What stands where a callout has no title: its type. */
export function calloutName(type: string): string {
  return type.charAt(0).toUpperCase() + type.slice(1).replaceAll('-', ' ');
}
