/** The whole of a run may take so long, in milliseconds; what is not answered by then counts as not answered. */
export const maxRunMs = 30_000;
