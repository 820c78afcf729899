const longestPath = 2000;

/** The page that leads to the other pages; returning to it would go round in a circle. */
export const terminalPath = '/auth-terminal';

/**
 * Reads where a visitor wanted to go as a path of this site: path, query and fragment, nothing that could name another host.
 * Refuses what browsers read as one: `//host`, backslashes, schemes, control characters.
 */
export function parseNextPath(text: string | null | undefined): string | undefined {
  if (text === null || text === undefined || text.length > longestPath) return undefined;
  // Browsers drop tabs and line ends before they parse, so `/\t/host` would become `//host`.
  if (!/^\/(?![/\\])[^\\\p{Cc}\p{Cf}\s]*$/u.test(text)) return undefined;
  const base = 'https://castellan.invalid';
  const url = URL.parse(text, base);
  if (url === null || url.origin !== base) return undefined;
  const path = url.pathname + url.search + url.hash;
  // `/..//host` is a path here and becomes `//host` once its dots are resolved.
  if (path.startsWith('//') || url.pathname === terminalPath || url.pathname.startsWith(`${terminalPath}/`)) return undefined;
  return path;
}

/** The address of the terminal that leads back to a path. */
export function terminalAddress(wantedPath: string): string {
  const next = parseNextPath(wantedPath);
  return next === undefined ? terminalPath : `${terminalPath}?next=${encodeURIComponent(next)}`;
}
