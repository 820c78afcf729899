import { sheet } from '@castellan/pdf/page-writer';

/** How a document is laid out: the share of their own that lines keep between them, and where every page ends, in points. */
export type PageLayout = { readonly leading: number; readonly bottom: number };

/** What comes of a layout: how many pages, and how much of the last one is used, in points. */
export type LaidOut = { readonly pages: number; readonly used: number };

/** A last page holds at least this much, some twelve lines. */
export const leastOfLast = 160;

/** As near to each other as lines may come. */
const leadings = [0.98, 0.96, 0.94];

const step = 6;
const highestBottom = sheet.bottom + 300;

/**
 * The layout in which the last page is no remnant: where some lines are left over for it, lines come nearer to each other, if that
 * saves the page; otherwise every page ends earlier, so that the last one gets more. The answer depends on the content alone.
 */
export function balancePages(layOut: (layout: PageLayout) => LaidOut): PageLayout {
  const plain = { leading: 1, bottom: sheet.bottom };
  const first = layOut(plain);
  const isGood = ({ pages, used }: LaidOut) => pages === 1 || used >= leastOfLast;
  if (isGood(first)) return plain;
  const tighter = leadings
    .map((leading) => ({ ...plain, leading }))
    .find((layout) => {
      const found = layOut(layout);
      return found.pages < first.pages && isGood(found);
    });
  if (tighter !== undefined) return tighter;
  for (let bottom = sheet.bottom + step; bottom <= highestBottom; bottom += step)
    if (isGood(layOut({ ...plain, bottom }))) return { ...plain, bottom };
  return plain;
}
