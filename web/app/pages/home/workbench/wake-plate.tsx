import { hydrateRoot } from 'react-dom/client';
import { toolPlates } from '../../../../../tools/plate-registry.ts';

/**
 * Takes over the markup of one plate as the server drew it, and does what the press asked for.
 * @param element - Holds the markup; it names its tool by `data-plate`.
 * @returns What lets go of it again. Throws where there is no such plate.
 */
export function wakePlate(
  element: HTMLElement,
  data: Readonly<Record<string, unknown>>,
  pressed: string,
): { readonly unmount: () => void } {
  const plate = toolPlates.find(({ tool }) => tool.id === element.dataset['plate']);
  if (plate?.kind !== 'live') throw new Error('there is no such plate');
  return hydrateRoot(element, <plate.Plate data={data[plate.tool.id]} pressed={pressed} />);
}
