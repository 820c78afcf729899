import type { UnmodelledId } from './attributes.ts';

/** A study, as the report cites it. */
export type Study = {
  /** `Berke et al. 2025`. */
  readonly short: string;
  readonly title: string;
  /** Where it appeared, and when its browsers were measured. */
  readonly place: string;
  /** How many browsers, and whose. */
  readonly sample: string;
  readonly address: string;
};

/**
 * What is published of an attribute as a whole. `average`: its entropy in bits, the surprisal that its values have on average;
 * `atMost`: a bound of it, since so many different values have at most so many bits; `none`: why there is no figure.
 */
export type PublishedFigure =
  | { readonly kind: 'average' | 'atMost'; readonly bits: number; readonly study: Study }
  | { readonly kind: 'none'; readonly reason: string };

const berke: Study = {
  short: 'Berke et al. 2025',
  title: 'How Unique is Whose Web Browser?',
  place: 'PoPETs 2025(1), measured in December 2023',
  sample: '8,400 browsers in the United States',
  address: 'https://doi.org/10.56553/popets-2025-0038',
};

const laperdrix: Study = {
  short: 'Laperdrix et al. 2016',
  title: 'Beauty and the Beast',
  place: 'IEEE S&P 2016, measured on AmIUnique from November 2014 to February 2015',
  sample: '118,934 browsers, drawings of another text',
  address: 'https://hal.science/hal-01285470',
};

const chalise: Study = {
  short: 'Chalise and Vadrevu 2021',
  title: 'A Study of Feasibility and Diversity of Web Audio Fingerprints',
  place: 'arXiv:2107.14201, July 2021',
  sample: '2,093 visitors with 95 different renderings of other tones',
  address: 'https://arxiv.org/abs/2107.14201',
};

/** What is published of the attributes that the model lacks. None of it is about one value, so none of it is in the sum. */
export const publishedFigures: Readonly<Record<UnmodelledId, PublishedFigure>> = {
  languages: { kind: 'average', bits: 1.73, study: berke },
  timezone: { kind: 'average', bits: 2.064, study: berke },
  preferences: { kind: 'none', reason: 'No study known to us counts these settings together.' },
  limits: { kind: 'none', reason: 'Each study reads its own set of limits, so no published figure applies to this one.' },
  // The normalised entropy of 0.491, times the 16.86 bits that 118,934 browsers can have at most.
  canvas: { kind: 'average', bits: 8.28, study: laperdrix },
  audio: { kind: 'atMost', bits: Math.log2(95), study: chalise },
  voices: { kind: 'none', reason: 'No study known to us counts lists of voices.' },
};

/** The studies that are cited, each once. */
export const citedStudies: readonly Study[] = [berke, laperdrix, chalise];
