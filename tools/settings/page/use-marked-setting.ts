import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { placeOfAddress, type SettingsPlace } from '../../../web/app/domains/settings/place-of-address.ts';
import { browserTimer } from '../../../web/app/lib/clock.ts';

/** A control that is still being asked for is waited for this long; after that its title keeps the focus. */
const patienceMs = 5000;

const controls = 'input:not([type="hidden"]), select, button, a[href], summary';

/**
 * The place that the address's fragment names. Whenever it is named, also once more, what bears it is brought into view and its
 * first control has the focus, as soon as it is there. `onAsked` is called before, so that whatever hides it can step aside.
 */
export function useMarkedSetting(onAsked: () => void): SettingsPlace {
  const { hash, key } = useLocation();
  const place = placeOfAddress(hash);
  const { id, field } = place;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation asks once, whatever else changed meanwhile.
  useEffect(() => {
    if (id === undefined) return;
    onAsked();
    return lookFor(id, field);
  }, [id, key]);
  return place;
}

const fieldsIn = (place: HTMLElement) => [...place.querySelectorAll<HTMLElement>('[data-field]')];

/** Shows and focuses, now or once it has been drawn; returns the way to stop waiting. */
function lookFor(id: string, field: string | undefined): () => void {
  let focused: HTMLElement | undefined;
  /** Whether there is nothing more to wait for. */
  const attempt = (): boolean => {
    // Whoever moved on meanwhile is not called back.
    if (focused !== undefined && document.activeElement !== focused && document.activeElement !== document.body) return true;
    const place = document.getElementById(id);
    if (place === null) return false;
    const isRow = place.classList.contains('setting');
    if (focused === undefined && field === undefined) place.scrollIntoView({ block: isRow ? 'center' : 'start' });
    const control =
      field !== undefined
        ? (fieldsIn(place).find((element) => element.dataset['field'] === field) ?? null)
        : isRow
          ? (place.querySelector<HTMLElement>('input:checked') ?? place.querySelector<HTMLElement>(controls))
          : null;
    const target = control ?? place.querySelector<HTMLElement>('h2, h3') ?? place;
    if (control === null) target.tabIndex = -1;
    if (field !== undefined && control !== null) control.scrollIntoView({ block: 'nearest' });
    target.focus({ preventScroll: true });
    focused = target;
    return (!isRow && field === undefined) || control !== null;
  };
  if (attempt()) return () => undefined;
  const observer = new MutationObserver(() => {
    if (attempt()) stop();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  const callOff = browserTimer.after(patienceMs, () => observer.disconnect());
  const stop = () => {
    observer.disconnect();
    callOff();
  };
  return stop;
}
