import * as z from 'zod/mini';

// The page's policy lets no text become code. Imported before anything that makes a schema.
z.config({ jitless: true });
