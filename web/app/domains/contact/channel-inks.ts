import { inkNames } from '@castellan/content/profile';
import type { PluginAPI } from 'tailwindcss/plugin';
import type { ColourName } from '../../ui/tokens/colour-tokens.ts';

/** What of a card's band is printed in an ink: an attribute `data-from`, `data-to` or `data-shadow` names it. */
const parts = ['from', 'to', 'shadow'] as const;

/** Each is a colour of the kit: the compiler sees it here. */
const inks: readonly ColourName[] = inkNames;

/** Tailwind's part that writes the inks which the content may name into the style sheet. */
export default function writeInks({ addBase }: Pick<PluginAPI, 'addBase'>): void {
  const rules = parts.flatMap((part) =>
    inks.map((ink) => [`[data-${part}="${ink}"]`, { [`--channel-${part}`]: `var(--${ink})` }] as const),
  );
  addBase(Object.fromEntries(rules));
}
