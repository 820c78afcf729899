import { defineStoredValue } from '../../lib/stored-values.ts';

/** How much air stands between things: as drawn, or a fifth less. */
export type Density = 'comfortable' | 'compact';

/** The choice on this device. The boot script reads the same key before first paint. */
export const storedDensity = defineStoredValue<Density>({
  key: 'density',
  medium: 'local',
  parse: (text) => (text === 'comfortable' || text === 'compact' ? text : undefined),
  format: (density) => density,
  clearedBy: 'nothing',
});

/** Puts the density on the document, where the spacing tokens read it. */
export function applyDensity(density: Density, page: Pick<Document, 'documentElement'> = document): void {
  if (density === 'compact') page.documentElement.dataset['density'] = density;
  else delete page.documentElement.dataset['density'];
}
