/** A notification of PostgreSQL takes fewer than 8,000 bytes. */
export const maxNotificationBytes = 7_900;
