import { useState } from 'react';

/** Which of a list's rows are drawn: thousands of them need not be drawn to find one. */
export type Paging<Row> = {
  readonly drawn: readonly Row[];
  /** How many the next step adds; 0 where all are drawn. */
  readonly next: number;
  readonly showMore: () => void;
};

/** Draws so many rows at first, and as many more with each step, or `then`. */
export function usePaging<Row>(rows: readonly Row[], first: number, then = first): Paging<Row> {
  const [shown, setShown] = useState(first);
  return {
    drawn: rows.slice(0, shown),
    next: Math.min(then, Math.max(0, rows.length - shown)),
    showMore: () => setShown(shown + then),
  };
}
