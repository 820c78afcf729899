/** Where a section must reach to be the one that is read: two fifths of the window's height from its top. */
const readingLine = '-40% 0px -60% 0px';

/**
 * Tells which of the sections is being read, by its id, whenever that changes; `undefined` above the first. At the page's foot it is
 * the last, however short that is. Tells besides whether the page's own way to the resume has left. Returns the way to stop.
 */
export function watchReading(
  ids: readonly string[],
  tell: (active: string | undefined) => void,
  tellResume: (hasLeft: boolean) => void,
): () => void {
  const stopResume = watchResume(tellResume);
  const parts = new Map(ids.flatMap((id) => partsOf(id).map((part) => [part, id] as const)));
  const onLine = new Set<Element>();
  let atFoot = false;
  const look = () => {
    const read = [...parts].filter(([part]) => onLine.has(part)).at(-1);
    tell(atFoot && parts.size > 0 ? ids.at(-1) : read?.[1]);
  };
  const line = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) onLine.add(target);
        else onLine.delete(target);
      }
      look();
    },
    { rootMargin: readingLine },
  );
  const foot = new IntersectionObserver((entries) => {
    atFoot = entries.at(-1)?.isIntersecting ?? false;
    look();
  });
  for (const part of parts.keys()) line.observe(part);
  const footer = document.querySelector('.site-footer');
  if (footer !== null) foot.observe(footer);
  return () => {
    line.disconnect();
    foot.disconnect();
    stopResume();
  };
}

/** What the navigation covers at the window's top. */
const underNavigation = '-60px 0px 0px 0px';

/**
 * Tells whether the page's own way to the resume (`data-resume`) has left the window at its top, whenever that changes; one that is
 * still below the window has not left. Returns the way to stop.
 */
function watchResume(tell: (hasLeft: boolean) => void): () => void {
  const link = document.querySelector('main [data-resume]');
  if (link === null) return () => undefined;
  const watcher = new IntersectionObserver(
    (entries) => {
      const entry = entries.at(-1);
      if (entry !== undefined) tell(!entry.isIntersecting && entry.boundingClientRect.top < (entry.rootBounds?.top ?? 0));
    },
    { rootMargin: underNavigation },
  );
  watcher.observe(link);
  return () => watcher.disconnect();
}

/** What is watched for an id: a heading stands for its whole section. */
function partsOf(id: string): readonly Element[] {
  const place = document.getElementById(id);
  return place === null ? [] : [place.closest('section') ?? place];
}
