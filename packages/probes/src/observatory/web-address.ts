/** An address as the URL standard parses it. */
export type WebAddress = {
  readonly href: string;
  readonly protocol: string;
  readonly hostname: string;
  readonly host: string;
  readonly pathname: string;
};

// Node and every browser have the same parser under this name; the compiler knows neither of them here.
declare const URL: new (text: string, base?: string) => WebAddress;

/** Parses an address, from `base` on where one is given. `undefined` where it is none. */
export function parseAddress(text: string, base?: string): WebAddress | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
