import { z } from 'zod';

/** A moment as the database writes it. */
export const momentText = z.string().refine((text) => Number.isFinite(Date.parse(text)), 'must be a moment');
