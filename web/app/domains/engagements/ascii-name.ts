/** An entry of a scope as DNS has its name: letters beyond ASCII in Punycode. What is no such name stays as it is. */
export function asciiEntry(text: string): string {
  const [, star = '', name = '', ports = ''] = /^(\*\.)?([^:/]+)(:.*)?$/.exec(text.trim()) ?? [];
  if (!/[^\0-\x7f]/.test(name) || !/^[\p{L}\p{M}\p{N}.-]+$/u.test(name) || !URL.canParse(`http://${name}`)) return text.trim();
  return `${star}${new URL(`http://${name}`).hostname}${ports}`;
}
