/** Said on a plate whose code did not come. */
const notFetched = 'This part could not be fetched. Try again.';

/**
 * Follows presses on the plates below an element: a plate that is still only markup has its code fetched, is taken over, and does
 * what the press asked for.
 * @param element - Plates are its descendants with `data-plate`; those below `data-live` answer by themselves.
 * @param data - What each plate is given, by its tool's id.
 * @returns The way to let go of all of them.
 */
export function wakeOnPress(element: HTMLElement, data: Readonly<Record<string, unknown>>): () => void {
  const woken: { readonly unmount: () => void }[] = [];
  let isOver = false;
  const wake = async (plate: HTMLElement, pressed: string) => {
    plate.dataset['live'] = '';
    plate.setAttribute('aria-busy', 'true');
    try {
      const { wakePlate } = await import('./wake-plate.tsx');
      if (isOver) return;
      // What is taken over must be as it was drawn.
      plate.querySelector('[data-fault]')?.remove();
      woken.push(wakePlate(plate, data, pressed));
    } catch {
      delete plate.dataset['live'];
      if (plate.querySelector('[data-fault]') === null) plate.querySelector('[role="status"]')?.append(faultLine());
    }
    plate.removeAttribute('aria-busy');
  };
  const press = ({ target }: Event) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-press]') : null;
    const plate = button?.closest<HTMLElement>('[data-plate]');
    if (button == null || plate == null || plate.closest('[data-live]') !== null) return;
    void wake(plate, button.dataset['press'] ?? '');
  };
  element.addEventListener('click', press);
  return () => {
    isOver = true;
    element.removeEventListener('click', press);
    for (const root of woken) root.unmount();
  };
}

function faultLine(): HTMLElement {
  const line = document.createElement('p');
  line.dataset['fault'] = '';
  line.textContent = notFetched;
  return line;
}
