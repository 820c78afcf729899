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

/** A text without the user names and passwords of the addresses in it: `https://…@host/`. */
export function hideCredentials(text: string): string {
  return text.replace(/\/\/[^\s/?#@"'<>]{1,2000}@/g, '//…@');
}

/** Whether an address holds a user name or a password. */
export function hasCredentials(text: string): boolean {
  return hideCredentials(text) !== text;
}

/** Parses an address, from `base` on where one is given. `undefined` where it is none. */
export function parseAddress(text: string, base?: string): WebAddress | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
