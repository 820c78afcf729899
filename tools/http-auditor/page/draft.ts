import type { HttpAssumption } from '@castellan/probes/observatory/assume-capture';

/** What stands in the fields: headers, and what is known of them besides. */
export type Draft = {
  readonly text: string;
  readonly address: string;
  readonly http: HttpAssumption;
  readonly isPreloaded: boolean;
  readonly html: string;
};

/** Nothing is there yet. */
export const emptyDraft: Draft = { text: '', address: '', http: 'redirects', isPreloaded: false, html: '' };
