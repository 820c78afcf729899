import type { PluginAPI } from 'tailwindcss/plugin';
import { coloursOf, paperTokens } from './colour-tokens.ts';

/**
 * Tailwind's part that writes the colours into the style sheet, each value once: light is what stands where nothing else is said, so
 * that paper has it too. Screens are dark until the document is told to be light.
 */
export default function writeColours({ addBase }: Pick<PluginAPI, 'addBase'>): void {
  addBase({
    ':root': { ...propertiesOf(coloursOf('light')), 'color-scheme': 'light' },
    '@media not print': { ':root:not(.light)': { ...propertiesOf(coloursOf('dark')), 'color-scheme': 'dark' } },
    '@media print': { ':root': propertiesOf(paperTokens) },
  });
}

function propertiesOf(colours: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(colours).map(([name, value]) => [`--${name}`, value]));
}
