import type { Picture } from '@castellan/content/markdown/blocks';
import { useCallback, useEffect, useState } from 'react';
import { useAsked } from '../../../../web/app/domains/settings/use-asked.ts';
import { loadContentPicture, loadContentPictures, pictureMark } from '../../../../web/app/domains/site-content/site-content.ts';

/** What of the folder's pictures a text names, as the preview shows them. */
export type DraftPictures = Readonly<Record<string, Picture>>;

/** The file names of pictures in a text, in its order, each once. */
export function picturesNamedIn(text: string): readonly string[] {
  return [...new Set([...text.matchAll(pictureMark)].map(([, name = '']) => name))];
}

/** The pictures beside the articles, and those that a draft names, to be shown. They are asked for again with each saved `version`. */
export function usePictures(text: string, version: string | null | undefined) {
  const load = useCallback(async () => {
    // A folder without the file has the others.
    const isLoaded = version !== undefined;
    return isLoaded ? loadContentPictures() : ({ ok: true, value: { pictures: [] } } as const);
  }, [version]);
  const { asked, again } = useAsked(load);
  const list = asked.value?.pictures ?? [];
  const [shown, setShown] = useState<DraftPictures>({});
  const wanted = picturesNamedIn(text).filter((name) => list.some((picture) => picture.name === name));
  const missing = wanted.find((name) => shown[name] === undefined);
  useEffect(() => {
    if (missing === undefined) return undefined;
    let isOver = false;
    void loadContentPicture(missing).then((loaded) => {
      if (isOver) return;
      // One that cannot be shown here is its description; it is not asked for again.
      const picture: Picture = loaded.ok ? loaded.value : { address: '' };
      setShown((before) => ({ ...before, [missing]: picture }));
    });
    return () => {
      isOver = true;
    };
  }, [missing]);
  const pictures: DraftPictures = Object.fromEntries(
    wanted.flatMap((name) => {
      const picture = shown[name];
      return picture === undefined || picture.address === '' ? [] : [[name, picture]];
    }),
  );
  return { asked, again, list, pictures };
}
