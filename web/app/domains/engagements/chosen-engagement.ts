import { defineStoredValue } from '../../lib/stored-values.ts';

/** The engagement that runs of this browser session belong to, by its id; its name lies sealed elsewhere. */
export const chosenEngagement = defineStoredValue<string>({
  key: 'chosen_engagement',
  medium: 'session',
  clearedBy: 'sign-out',
  parse: (text) => (/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(text) ? text : undefined),
  format: String,
});
