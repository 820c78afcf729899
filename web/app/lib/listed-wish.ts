/** A wish as everybody may read it. Nothing in it depends on who promised what. */
export type ListedWish = {
  readonly id: string;
  readonly title: string;
  readonly url: string | null;
  /** In the currency’s smallest unit; null together with it. */
  readonly priceMinor: number | null;
  readonly currency: string | null;
  /** 1 is the dearest. */
  readonly priority: 1 | 2 | 3;
  readonly category: string;
  readonly note: string | null;
  /** How many of it are wished for. */
  readonly quantity: number;
};
