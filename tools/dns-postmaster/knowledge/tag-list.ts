/** The tags of a record as DKIM and DMARC write them: `v=DKIM1; p=…`. Names in lower case; `undefined` where it is none. */
export function parseTagList(text: string): ReadonlyMap<string, string> | undefined {
  const tags = new Map<string, string>();
  const parts = text.split(';').map((part) => part.trim());
  if (parts.at(-1) === '') parts.pop();
  for (const part of parts) {
    const [, name, value = ''] = /^([A-Za-z][A-Za-z0-9_]*)\s*=\s*(.*)$/s.exec(part) ?? [];
    if (name === undefined || tags.has(name.toLowerCase())) return undefined;
    tags.set(name.toLowerCase(), value.trim());
  }
  return tags.size === 0 ? undefined : tags;
}
