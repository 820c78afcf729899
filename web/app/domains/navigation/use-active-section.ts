import { useEffect, useState } from 'react';
import type { PageSection } from './page-sections.ts';

/** Where a section must reach to be the one that is read: two fifths of the window's height from its top. */
const readingLine = '-40% 0px -60% 0px';

/** The id of the section that is being read; `undefined` above the first. At the page's foot it is the last, however short that is. */
export function useActiveSection(sections: readonly PageSection[]): string | undefined {
  const [active, setActive] = useState<string>();
  const ids = sections.map(({ id }) => id).join(' ');
  useEffect(() => {
    const parts = new Map(ids.split(' ').flatMap((id) => partsOf(id).map((part) => [part, id] as const)));
    const onLine = new Set<Element>();
    let atFoot = false;
    const tell = () => {
      const read = [...parts].filter(([part]) => onLine.has(part)).at(-1);
      setActive(atFoot ? [...parts.values()].at(-1) : read?.[1]);
    };
    const line = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) onLine.add(target);
          else onLine.delete(target);
        }
        tell();
      },
      { rootMargin: readingLine },
    );
    const foot = new IntersectionObserver((entries) => {
      atFoot = entries.at(-1)?.isIntersecting ?? false;
      tell();
    });
    for (const part of parts.keys()) line.observe(part);
    const footer = document.querySelector('.site-footer');
    if (footer !== null && parts.size > 0) foot.observe(footer);
    return () => {
      line.disconnect();
      foot.disconnect();
      setActive(undefined);
    };
  }, [ids]);
  return active;
}

/** What is watched for an id: a heading stands for its whole section. */
function partsOf(id: string): readonly Element[] {
  const place = id === '' ? null : document.getElementById(id);
  if (place === null) return [];
  return [place.closest('section') ?? place];
}
