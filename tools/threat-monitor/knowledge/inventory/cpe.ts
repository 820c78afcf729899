/** The parts of a CPE by which a catalogue can be searched: `fortinet fortios` and `7.2.1`, empty where it names none. */
export type CpeName = { readonly product: string; readonly version: string };

/** Reads a CPE of version 2.3 (`cpe:2.3:o:fortinet:fortios:7.2.1:…`) or 2.2 (`cpe:/o:fortinet:fortios:7.2.1`). */
export function readCpe(text: string): CpeName | undefined {
  const isNew = text.startsWith('cpe:2.3:');
  if (!isNew && !/^cpe:\/[aoh]:/i.test(text)) return undefined;
  // A colon within a part has a backslash before it.
  const parts = (isNew ? text.slice(8) : text.slice(5))
    .split(/(?<!\\):/)
    .map((part) => (isNew ? part.replace(/\\(.)/g, '$1') : decode(part)));
  const [kind = '', vendor = '', product = '', version = ''] = parts;
  if (!/^[aoh]$/i.test(kind) || !isNamed(vendor) || !isNamed(product)) return undefined;
  return { product: `${vendor} ${product}`.replaceAll('_', ' '), version: isNamed(version) ? version : '' };
}

function isNamed(part: string): boolean {
  return part !== '' && part !== '*' && part !== '-';
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
