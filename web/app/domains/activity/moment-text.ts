import * as z from 'zod/mini';

/** A moment as the database writes it. */
export const momentText = z.string().check(z.refine((text) => Number.isFinite(Date.parse(text)), 'must be a moment'));
