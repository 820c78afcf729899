/**
 * Whether a name can reach the database and be written to every client: PostgreSQL's text has no NUL, and UTF-8 has no
 * half of a surrogate pair (RFC 3629 §3).
 */
export function isPlainName(name: string): boolean {
  return !name.includes('\0') && name.isWellFormed();
}
