/** Types that a browser runs, or takes for a page or for the dress of one. */
const liveType = /script|css|html|xml|svg|wasm|manifest|rules|multipart|importmap|event-stream/;

/** A type as it may be kept and sent: type and subtype in lower case, parameters as they are; `undefined`: it is none. */
export function parseContentType(text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed.length > 255 || !/^[A-Za-z0-9!#$&^_.+-]+\/[A-Za-z0-9!#$&^_.+-]+(?:;[\u0020-\u007E]*)?$/.test(trimmed)) return undefined;
  return essenceOf(trimmed) + trimmed.slice(essenceOf(trimmed).length);
}

/** Whether a bucket takes a type: `image/png` takes itself, `image/*` all images, no list takes all. */
export function isAllowedType(type: string, allowed: readonly string[] | null): boolean {
  if (allowed === null || allowed.length === 0) return true;
  const essence = essenceOf(type);
  return allowed.some((one) => {
    const wanted = essenceOf(one);
    return wanted === essence || wanted === '*/*' || (wanted.endsWith('/*') && essence.startsWith(wanted.slice(0, -1)));
  });
}

/** The type an upload is sent with: never one that a browser runs on this origin, whatever its sender says. */
export function harmlessType(type: string): string {
  return liveType.test(essenceOf(type)) ? 'text/plain; charset=utf-8' : type;
}

function essenceOf(type: string): string {
  return (type.split(';')[0] ?? '').trim().toLowerCase();
}
