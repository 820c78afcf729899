import * as z from 'zod/mini';

/** Given to a parse whose issues somebody reads: without it the message of each is "Invalid input". */
export const issueWords = { error: z.locales.en().localeError };
